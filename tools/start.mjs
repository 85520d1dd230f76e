/** `npm start`: serves dist/ until it is told to stop; who asks before it is built waits. */
import { stop } from "./run.mjs";
import { serveSite } from "./serve.mjs";

/** @type {() => void} */
let built = () => {};
/** @type {Promise<void>} */
const ready = new Promise((fulfil) => {
  built = fulfil;
});
const server = await open(process.env.PORT);
console.log(`Open ${server.url} in a browser: it answers once all is built.`);
await import("./build.mjs");
built();
console.log(`\n${server.url}\nCtrl-C stops it.`);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await server.close();
    process.exit(0);
  });
}

/** The port that was asked for, or the first free one from 8080 on. @param {string} [wanted] */
async function open(wanted) {
  const first = wanted ? Number(wanted) : 8080;
  if (!Number.isInteger(first) || first < 0 || first > 65535) stop(`PORT=${wanted} is no port.`);
  for (let port = first; ; port++) {
    try {
      return await serveSite(port, ready);
    } catch (error) {
      const busy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!busy) throw error;
      if (wanted) stop(`Port ${wanted} is taken: choose another PORT.`);
    }
  }
}
