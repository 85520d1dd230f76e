import { html, type TemplateResult } from "lit";
import type { ViewId } from "../model/state.ts";
import type { Store } from "../model/store.ts";

/** A view is loaded when it is first looked at. */
export interface View {
  readonly load: () => Promise<unknown>;
  readonly draw: (store: Store) => TemplateResult;
}

export const viewOf: Readonly<Partial<Record<ViewId, View>>> = {
  derive: {
    load: () => import("./derive/derive.ts"),
    draw: (store) => html`<sb-derive .store=${store}></sb-derive>`,
  },
  temperature: {
    load: () => import("./temperature/temperature.ts"),
    draw: (store) => html`<sb-temperature-view .store=${store}></sb-temperature-view>`,
  },
  gradient: {
    load: () => import("./gradient/gradient.ts"),
    draw: (store) => html`<sb-gradient .store=${store}></sb-gradient>`,
  },
  normalizers: {
    load: () => import("./normalizers/normalizers.ts"),
    draw: (store) => html`<sb-normalizers .store=${store}></sb-normalizers>`,
  },
  scale: {
    load: () => import("./scale/scale.ts"),
    draw: (store) => html`<sb-scale .store=${store}></sb-scale>`,
  },
};
