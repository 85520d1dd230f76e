/** Projects of other people, outside of this one: they have the package from its tarball, and tools. */
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Project {
  readonly folder: string;
  /** Adds files, or puts others in their place. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** What a tool prints; rejected with that where it fails. */
  run(tool: string, ...args: string[]): Promise<string>;
  /** Starts a tool that serves until it is stopped, and waits for the address that it prints. */
  start(tool: string, ...args: string[]): Promise<{ readonly url: string; stop(): void }>;
  remove(): Promise<void>;
}

/** What a package manager would lay down. */
async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "softmax-bridge-package-"));
  // It has been built by now.
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root });
  await promisify(execFile)("tar", ["-xf", join(folder, stdout.trim()), "-C", folder]);
  return folder;
}

let unpacking: Promise<string> | undefined;

/** The folder with the tarball as it is, and `package`, what is in it. */
export const packed = (): Promise<string> => {
  unpacking ??= unpacked();
  return unpacking;
};

/** Of a test file: what `packed` has left. */
export const cleanUp = async (): Promise<void> => {
  if (unpacking !== undefined) await rm(await unpacking, { recursive: true });
};

/**
 * @param tools whose node_modules the project has beside the package; null: nothing but the package. Some of
 *   the `sites` follow no links: their projects stand below those modules.
 */
export async function projectOf(
  files: Readonly<Record<string, string>>,
  tools: "packages" | "sites" | null,
): Promise<Project> {
  const place = tools === "sites" ? join(root, "build/sites") : tmpdir();
  const folder = await mkdtemp(join(place, "softmax-bridge-project-"));
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  if (tools === "packages") {
    await linkAll(join(root, "build", tools, "node_modules"), modules);
    await linkAll(join(root, "node_modules"), modules);
  }
  await rm(join(modules, "softmax-bridge"), { force: true });
  await cp(join(await packed(), "package"), join(modules, "softmax-bridge"), { recursive: true });
  const quiet = { NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", CI: "1" };
  const environment = { ...process.env, ...quiet, NODE_ENV: "" };
  const options = { cwd: folder, env: environment };
  const commands = tools === "sites" ? join(place, "node_modules/.bin") : join(modules, ".bin");
  const commandOf = (tool: string): string => {
    if (tool === "node") return process.execPath;
    return isAbsolute(tool) ? tool : join(commands, tool);
  };

  const project: Project = {
    folder,
    async write(files) {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
    },
    async run(tool, ...args) {
      try {
        const { stdout, stderr } = await promisify(execFile)(commandOf(tool), args, options);
        return stdout + stderr;
      } catch (error) {
        const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
        throw new Error(`${tool} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
      }
    },
    start: (tool, ...args) =>
      new Promise((fulfil, reject) => {
        const child = spawn(commandOf(tool), args, { ...options, detached: true });
        const stop = (): void => {
          if (child.pid !== undefined) process.kill(-child.pid);
        };
        let said = "";
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding("utf8").on("data", (text) => {
            said += text;
            const [url] =
              /http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d+(?=\D)/.exec(plain(said)) ?? [];
            if (url !== undefined) fulfil({ url: `${url}/`, stop });
          });
        child.once("exit", () => reject(new Error(`${tool} ${args.join(" ")}\n${said}`)));
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await project.write({
    "package.json": JSON.stringify({ private: true, type: "module" }),
    ...files,
  });
  return project;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
const plain = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, "");

/** Every package of a node_modules, and its commands; one that is there already stays. */
async function linkAll(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (name === ".bin" || name.startsWith("@")) {
      await mkdir(join(to, name), { recursive: true });
      for (const part of await readdir(join(from, name))) {
        await link(join(from, name, part), join(to, name, part));
      }
    } else if (!name.startsWith(".")) {
      await link(join(from, name), join(to, name));
    }
  }
}

const link = (from: string, to: string): Promise<void> => symlink(from, to).catch(() => {});

/** The line for tools that carry along no files: to where `out/` is. */
export const carry = async ({ run }: Project): Promise<unknown> =>
  run(
    "node",
    "-e",
    `
    const { cpSync, readdirSync } = require("node:fs");
    const from = "node_modules/softmax-bridge/dist/";
    for (const file of readdirSync(from).filter((name) => /^(softmax-bridge.wasm|fonts|pool-worker-.*)$/.test(name)))
      cpSync(from + file, "out/" + file, { recursive: true });`,
  );
