import { type CSSResult, unsafeCSS } from "lit";
import css from "./plot.css?inline";

/** The style sheet of all drawings: before that of the view, which has the last word. */
export const plotStyles: CSSResult = unsafeCSS(css);
