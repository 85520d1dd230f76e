/** With every answer, or by the file that is answered with and what stands in it; "" where there is none. */
export type Headers =
  | Readonly<Record<string, string>>
  | ((file: string, body: Buffer) => Readonly<Record<string, string>>);

interface Server {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves what was built, each file with its policy, as `npm start` does. */
export function serveSite(port?: number): Promise<Server>;

/** Serves a folder on this machine until it is closed; port 0, the default, takes a free one. */
export function serve(
  folder: string,
  options?: { port?: number; headers?: Headers },
): Promise<Server>;
