import type { Language } from "../state.ts";
import { type TemperatureText, temperatureEn } from "./temperature.en.ts";
import { temperatureZhCN } from "./temperature.zh-CN.ts";

export type { Change, TemperatureText } from "./temperature.en.ts";

/** Loaded with the view of the temperature. */
export const temperatureTexts: Readonly<Record<Language, TemperatureText>> = {
  en: temperatureEn,
  "zh-CN": temperatureZhCN,
};
