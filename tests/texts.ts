import type { Language } from "../web/src/model/state.ts";
import { en, type Text } from "../web/src/model/text/en.ts";
import { zhCN } from "../web/src/model/text/zh-CN.ts";

/** Every language's texts at once, as no reader has them. */
export const texts: Readonly<Record<Language, Text>> = { en, "zh-CN": zhCN };
