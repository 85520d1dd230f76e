import { article as articleEn } from "./en/article.ts";
import { classroom as classroomEn } from "./en/classroom.ts";
import { data as dataEn } from "./en/data.ts";
import { figure as figureEn } from "./en/figure.ts";
import { gradient as gradientEn } from "./en/gradient.ts";
import { normalizers as normalizersEn } from "./en/normalizers.ts";
import { scale as scaleEn } from "./en/scale.ts";
import { share as shareEn } from "./en/share.ts";
import { static as staticEn } from "./en/static.ts";
import { temperature as temperatureEn } from "./en/temperature.ts";
import type { Language } from "./index.ts";
import type { Words } from "./translation.ts";
import { article as articleZhCN } from "./zh-CN/article.ts";
import { classroom as classroomZhCN } from "./zh-CN/classroom.ts";
import { data as dataZhCN } from "./zh-CN/data.ts";
import { figure as figureZhCN } from "./zh-CN/figure.ts";
import { gradient as gradientZhCN } from "./zh-CN/gradient.ts";
import { normalizers as normalizersZhCN } from "./zh-CN/normalizers.ts";
import { scale as scaleZhCN } from "./zh-CN/scale.ts";
import { share as shareZhCN } from "./zh-CN/share.ts";
import { static as staticZhCN } from "./zh-CN/static.ts";
import { temperature as temperatureZhCN } from "./zh-CN/temperature.ts";

/** Every text of every language at once. */
export const texts: Readonly<Record<Language, Words>> = {
  en: {
    article: articleEn,
    classroom: classroomEn,
    data: dataEn,
    figure: figureEn,
    gradient: gradientEn,
    normalizers: normalizersEn,
    scale: scaleEn,
    share: shareEn,
    static: staticEn,
    temperature: temperatureEn,
  },
  "zh-CN": {
    article: articleZhCN,
    classroom: classroomZhCN,
    data: dataZhCN,
    figure: figureZhCN,
    gradient: gradientZhCN,
    normalizers: normalizersZhCN,
    scale: scaleZhCN,
    share: shareZhCN,
    static: staticZhCN,
    temperature: temperatureZhCN,
  },
};
