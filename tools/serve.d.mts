/** Serves a folder on this machine until it is closed; port 0, the default, takes a free one. */
export function serve(
  folder: string,
  options?: { port?: number; headers?: Record<string, string> },
): Promise<{ url: string; port: number; close(): Promise<void> }>;
