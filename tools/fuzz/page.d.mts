import type { Page } from "playwright-core";

/** Throws where something is wrong. */
export function fuzzPage(page: Page, url: string, seed: number, count: number): Promise<void>;
