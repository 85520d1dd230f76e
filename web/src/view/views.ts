import { html, type TemplateResult } from "lit";
import type { ViewId } from "../model/state.ts";
import type { Store } from "../model/store.ts";
import type { Piece } from "./pieces.ts";

export interface View extends Piece {
  readonly draw: (store: Store) => TemplateResult;
}

export const viewOf: Readonly<Partial<Record<ViewId, View>>> = {
  derive: {
    load: () => import("./derive/derive.ts"),
    draw: (store) => html`<sb-derive .store=${store}></sb-derive>`,
  },
  temperature: {
    load: () => import("./temperature/temperature.ts"),
    words: ["temperature"],
    draw: (store) => html`<sb-temperature-view .store=${store}></sb-temperature-view>`,
  },
  gradient: {
    load: () => import("./gradient/gradient.ts"),
    words: ["gradient"],
    draw: (store) => html`<sb-gradient .store=${store}></sb-gradient>`,
  },
  normalizers: {
    load: () => import("./normalizers/normalizers.ts"),
    words: ["normalizers"],
    draw: (store) => html`<sb-normalizers .store=${store}></sb-normalizers>`,
  },
  scale: {
    load: () => import("./scale/scale.ts"),
    words: ["scale"],
    draw: (store) => html`<sb-scale .store=${store}></sb-scale>`,
  },
};
