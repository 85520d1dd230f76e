import type { Language } from "../state.ts";
import { type DataText, dataEn } from "./data.en.ts";
import { dataZhCN } from "./data.zh-CN.ts";

export type { DataText };

/** Apart from the texts of the figure: loaded with the table of the reader's own numbers. */
export const dataTexts: Readonly<Record<Language, DataText>> = { en: dataEn, "zh-CN": dataZhCN };
