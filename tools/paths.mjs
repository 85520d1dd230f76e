import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without a trailing slash. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
