/// <reference types="trusted-types" />

/**
 * A worker that runs `worker.ts`. A script of another origin may not be one, so a script of ours that
 * imports it takes its place.
 * @throws where the page may have no workers; a policy may also refuse it later, by an `error` event
 */
export async function makeWorker(): Promise<Worker> {
  // Of its own: where scripts do not know where they stand, to work out the address throws.
  const url = (await import("./worker.ts?worker&url")).default;
  const { href, origin } = new URL(url, location.href);
  // Some browsers throw at an address elsewhere, others tell of it later: neither is asked.
  if (origin === self.origin) return start(href);
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" });
  const blob = URL.createObjectURL(script);
  try {
    return start(blob);
  } finally {
    URL.revokeObjectURL(blob);
  }
}

const start = (address: string): Worker =>
  new Worker(vouched(address) as string, { type: "module" });

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };

let policy: Pick<TrustedTypePolicy, "createScriptURL"> | null | undefined;

/** Under Trusted Types a plain address starts nothing. Ours go through a policy that nobody else can reach. */
function vouched(address: string): TrustedScriptURL | string {
  try {
    if (policy === undefined)
      policy = trustedTypes?.createPolicy("softmax-bridge", {
        createScriptURL: (own: string) => own,
      });
  } catch {
    policy = null;
    // A page that names its policies and not ours may still take addresses as they are.
  }
  return policy?.createScriptURL(address) ?? address;
}
