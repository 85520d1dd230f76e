/** With every answer, or by the file that is answered with and what stands in it; "" where there is none. */
export type Headers =
  | Readonly<Record<string, string>>
  | ((file: string, body: Buffer) => Readonly<Record<string, string>>);

interface Server {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface Options {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly headers?: Headers;
  /** Whether it sends Brotli or gzip to those who read it. */
  readonly compress?: boolean;
  /** Who asks before waits for it. */
  readonly ready?: Promise<unknown>;
}

/** Serves what was built as `npm start` does: each file as we recommend it to others. */
export function serveSite(port?: number, ready?: Promise<unknown>): Promise<Server>;

/** Serves a folder on this machine until it is closed. */
export function serve(folder: string, options?: Options): Promise<Server>;
