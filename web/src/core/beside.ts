/**
 * The address of a file that stands beside the scripts. The single file that opens without a server has
 * another such module: it carries the files within itself.
 */
export const beside = (file: string): URL => new URL(/* @vite-ignore */ file, import.meta.url);
