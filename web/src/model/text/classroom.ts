import type { Language } from "../state.ts";
import { type Classroom, classroomEn } from "./classroom.en.ts";
import { classroomZhCN } from "./classroom.zh-CN.ts";

/** The words of the forms for a class: loaded with them. */
export const classroom: Readonly<Record<Language, Classroom>> = {
  en: classroomEn,
  "zh-CN": classroomZhCN,
};
