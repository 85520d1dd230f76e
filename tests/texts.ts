import type { Language } from "../web/src/model/state.ts";
import { type DataText, dataTexts } from "../web/src/model/text/data.ts";
import { en, type Text } from "../web/src/model/text/en.ts";
import { zhCN } from "../web/src/model/text/zh-CN.ts";

/** Every language's texts at once, as no reader has them. */
export const texts: Readonly<Record<Language, Text & DataText>> = {
  en: { ...en, ...dataTexts.en },
  "zh-CN": { ...zhCN, ...dataTexts["zh-CN"] },
};
