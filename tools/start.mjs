/** `npm start`: builds, then serves dist/ until it is told to stop. */
import "./build.mjs";
import { stop } from "./run.mjs";
import { serveSite } from "./serve.mjs";

const server = await open(process.env.PORT);
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
      return await serveSite(port);
    } catch (error) {
      const busy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!busy) throw error;
      if (wanted) stop(`Port ${wanted} is taken: choose another PORT.`);
    }
  }
}
