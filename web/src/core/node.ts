/** What Node has of its own, and pages have not. */
interface Builtins {
  readonly fs: { readonly promises: { readFile(file: string | URL): Promise<Uint8Array> } };
  readonly os: { availableParallelism?(): number };
  readonly worker_threads: {
    readonly Worker: new (
      script: string | URL,
      options: { readonly execArgv: readonly string[] },
    ) => NodeWorker;
    readonly parentPort: NodePort | null;
  };
}

interface NodePort {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  on(event: "message", hear: (message: unknown) => void): void;
}

export interface NodeWorker extends NodePort {
  on(event: "message", hear: (message: unknown) => void): void;
  on(event: "error", hear: (error: Error) => void): void;
  on(event: "exit", hear: (code: number) => void): void;
  terminate(): unknown;
  ref(): void;
  unref(): void;
}

interface NodeProcess {
  readonly versions?: { readonly node?: string };
  /** Since Node 20.16. An import, however it were hidden, some bundler would want to resolve. */
  readonly getBuiltinModule?: (name: string) => unknown;
}

const nodeProcess = (): NodeProcess | undefined =>
  (globalThis as { process?: NodeProcess }).process;

export const inNode = (): boolean => nodeProcess()?.versions?.node !== undefined;

/** A module of Node's; undefined elsewhere, and in a Node that is too old. */
export const builtin = <Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined =>
  inNode() ? (nodeProcess()?.getBuiltinModule?.(`node:${name}`) as Builtins[Name]) : undefined;
