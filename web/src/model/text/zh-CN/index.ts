import type { Translation } from "../translation.ts";
import { numbered, sceneNames } from "./names.ts";

export const zhCN: Translation = {
  tag: /^zh(?![a-z])/i,
  name: "中文",
  mark: "中",
  unloaded: "页面没能加载：",
  reload: "重新加载页面",
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
