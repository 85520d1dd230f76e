import { chromium } from "playwright-core";
import { findChromium } from "../toolchain.mjs";

export function openChromium() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  return chromium.launch({ executablePath: findChromium(), args });
}
