export function recommendedHeaders(file: string, body: Buffer): Readonly<Record<string, string>>;
export function headersFile(folder: string): string;
