/**
 * `npm run release`: what a release gives away, in build/release: the site as an archive, the page as one
 * file, the package, and the headers that a server should send.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import "./build.mjs";
import { headersFile } from "./headers.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

const release = resolve(root, "build/release");
const dist = resolve(root, "dist");
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });

await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", release]);
const [tarball = ""] = readdirSync(release);
const site = tarball.replace(/\.tgz$/, "-site.tar.gz");
await run("tar", ["-C", dist, "-czf", resolve(release, site), "."]);
const page = "softmax-bridge-offline.html";
copyFileSync(resolve(dist, page), resolve(release, page));
writeFileSync(resolve(release, "_headers"), headersFile(dist));
console.log(
  readdirSync(release)
    .map((name) => `build/release/${name}`)
    .join("\n"),
);
