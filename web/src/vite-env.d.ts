/// <reference types="vite/client" />

/** Written by tools/fonts.mjs: see view/picture/outlines.ts. */
declare module "*/outlines.json" {
  const faces: unknown;
  export default faces;
}
