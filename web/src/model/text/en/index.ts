import type { Translation } from "../translation.ts";
import { numbered, sceneNames } from "./names.ts";

export const en: Translation = {
  tag: /^en(?![a-z])/i,
  name: "English",
  mark: "EN",
  unloaded: "The page could not be loaded:",
  reload: "Reload the page",
  sceneNames,
  numbered,
  parts: {
    figure: () => import("./figure.ts"),
    article: () => import("./article.ts"),
    classroom: () => import("./classroom.ts"),
    data: () => import("./data.ts"),
    gradient: () => import("./gradient.ts"),
    normalizers: () => import("./normalizers.ts"),
    notices: () => import("./notices.ts"),
    opening: () => import("./opening.ts"),
    overflow: () => import("./overflow.ts"),
    scale: () => import("./scale.ts"),
    share: () => import("./share.ts"),
    static: () => import("./static.ts"),
    symbols: () => import("./symbols.ts"),
    temperature: () => import("./temperature.ts"),
  },
};
