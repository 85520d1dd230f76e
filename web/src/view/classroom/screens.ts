import { html, nothing, type TemplateResult } from "lit";
import type { Derivation, StepId } from "../../core/core.ts";
import { format } from "../../model/format.ts";
import { deriveInput } from "../../model/input.ts";
import type { Lab } from "../../model/lab.ts";
import { chain, normalizers, type State, stepNumber, updates } from "../../model/state.ts";
import type { Shown, Store } from "../../model/store.ts";
import { stepOf, summaryOf } from "../../model/summary.ts";
import { lineOf, wholeLine } from "../formula/lines.ts";
import { formOf } from "../formula/maths.ts";
import { valueAxes } from "../plot/axes.ts";
import type { Point } from "../plot/path.ts";
import { bridge, type Column, columns, heat, lossPlot, plane, races, stream } from "./drawings.ts";

/** One idea: what stands on the wall at once. */
export interface Screen {
  /** What of the state it shows. */
  readonly state: Partial<State> | { readonly options: Partial<State["options"]> };
  /** @param room its width in thousandths of its height */
  readonly draw: (room: number) => TemplateResult;
}

/** As many things as can be told apart from the last row. */
const most = 6;
/** Between the parts of a screen, in units of the drawings. */
const gap = 50;

interface Deck {
  readonly store: Store;
  readonly shown: Shown;
  readonly lab: Lab | null;
}

/** The screens of a view, in the order in which the keys walk them. */
export function screensOf(deck: Deck): readonly Screen[] {
  switch (deck.shown.state.view) {
    case "derive":
      return chain(deck.shown.state.split).flatMap((step) => stepScreens(step, deck));
    case "temperature":
      return temperatures.map((temperature) => temperatureScreen(temperature, deck));
    case "gradient":
      return gradientScreens(deck);
    case "normalizers":
      return normalizers.map((kind) => normalizerScreen(kind, deck));
    case "scale":
      return scaleScreens(deck);
  }
}

const temperatures = [0, 0.25, 0.5, 1, 2, 4, Number.POSITIVE_INFINITY];
const stops = [0, 1, 4, 10, 40, 100, updates];

interface Parts {
  readonly top?: unknown;
  readonly id?: string;
  readonly hue?: "hard" | "soft";
  readonly heading: string;
  readonly formula?: unknown;
  readonly body: unknown;
  readonly said: string;
  /** What else is to be said of what is drawn. */
  readonly note?: string;
}

const screen = ({
  top = nothing,
  id,
  hue = "hard",
  heading,
  formula = nothing,
  body,
  said,
  note = "",
}: Parts): TemplateResult => html`
  ${top}
  <h2>${id === undefined ? nothing : html`<span class=${`${hue}-ink`}>${id}</span> `}${heading}</h2>
  ${formula}
  <div class="body">${body}</div>
  <p class="said">${said} ${note}</p>
`;

/** The items that a screen has room for: the winner and those with the highest scores, in their order. */
export function itemsShown({ argmax, scores }: Derivation): readonly number[] {
  return Array.from(scores, (_, i) => i)
    .sort(
      (a, b) => Number(b === argmax) - Number(a === argmax) || (scores[b] ?? 0) - (scores[a] ?? 0),
    )
    .slice(0, most)
    .sort((a, b) => a - b);
}

/** Says so where there are more items than that. */
const ofAll = ({ store, shown }: Deck): string => {
  const { length } = shown.names;
  return length > most ? store.words("classroom").present.ofAll(most, length) : "";
};

const numbersAt = (step: StepId, d: Derivation): ArrayLike<number> =>
  ({
    S1: d.scores,
    S2: d.scores,
    S3: d.oneHot,
    S4: d.shifted,
    S5: d.expShifted,
    S7a: d.expShifted,
  })[step as string] ?? d.weights;

function columnsOf(
  numbers: ArrayLike<number>,
  { derivation: d, names }: Pick<Shown, "derivation" | "names">,
  kindOf: (item: number) => Column["kind"],
): readonly Column[] {
  return itemsShown(d).map((i) => ({
    name: names[i] ?? "",
    value: numbers[i] ?? 0,
    kind: kindOf(i),
  }));
}

function planeOf(
  { derivation: d, names, state }: Shown,
  width: number,
  soft: boolean,
  said: { hard: string; soft: string },
  label: string,
  [across, up] = valueAxes(d, state.values),
): TemplateResult {
  const at = (row: ArrayLike<number> | undefined): Point => [
    row?.[across] ?? 0,
    up === null ? 0 : (row?.[up] ?? 0),
  ];
  const items = itemsShown(d);
  return plane(
    {
      names: items.map((i) => names[i] ?? ""),
      points: items.map((i) => at(state.values[i])),
      weights: items.map((i) => d.weights[i] ?? 0),
      hard: at(d.hardOutput),
      soft: soft ? at(d.softOutput) : null,
      distance: format(d.outputDistance),
    },
    width,
    said,
    label,
  );
}

/** A step is one screen; where the selector goes, three: the line, the river, the answer that moves. */
function stepScreens(step: StepId, deck: Deck): readonly Screen[] {
  const { store, shown } = deck;
  const text = store.text.value;
  const words = store.words("classroom").present;
  const { derivation: d, state, summary } = shown;
  const ids = chain(state.split);
  const form = formOf(state);
  const soft = stepNumber(step) >= 7;
  const ends = { hard: text.hard, soft: text.soft };
  const maths = (id: StepId, struck = false): TemplateResult =>
    html`<math translate="no" class=${struck ? "struck" : ""}>${wholeLine(id, form, stepOf(d, id).relation)}</math>`;
  const { lhs: _, ...right } = lineOf(step, form);
  const formula =
    step === "S7" || step === "S7a"
      ? html`<div class="formula">${maths(step === "S7" ? "S6" : "S5", true)}<span class="approx">≈</span><math translate="no">${Object.values(right)}</math></div>`
      : html`<div class="formula">${maths(step)}</div>`;
  const label = text.headings[step];
  const body = (beat: number, room: number): TemplateResult => {
    const scene = Math.min(560, room * 0.36);
    const table = room - scene - gap;
    const items = itemsShown(d);
    if (step === "S7") {
      const river = stream(
        items.map((i) => shown.names[i] ?? ""),
        items.map((i) => d.weights[i] ?? 0),
        items.indexOf(d.argmax),
        table,
        beat > 0,
        label,
      );
      return html`${river}${planeOf(shown, scene, beat > 1, ends, label)}`;
    }
    const kindOf = (i: number): Column["kind"] =>
      soft ? "soft" : step !== "S1" && i === d.argmax ? "hard" : "plain";
    return html`
      ${columns(columnsOf(numbersAt(step, d), shown, kindOf), table, label)}
      ${step === "S1" || step === "S7a" ? nothing : planeOf(shown, scene, soft, ends, label)}`;
  };
  const say = words.say[step](summary);
  const beats = step === "S7" ? [words.strike(summary), words.river(summary), say] : [say];
  const cut = ids.findIndex((id) => stepNumber(id) === 7);
  return beats.map((said, beat) => ({
    state: { step },
    draw: (room) =>
      screen({
        top: bridge(ids.length, cut, ids.indexOf(step), room, ends),
        id: step,
        hue: soft ? "soft" : "hard",
        heading: label,
        formula,
        body: body(beat, room),
        said,
        note: beat === 0 ? ofAll(deck) : "",
      }),
  }));
}

function temperatureScreen(temperature: number, deck: Deck): Screen {
  const { store, shown } = deck;
  const words = store.words("classroom").present;
  return {
    state: { temperature },
    draw: (room) => {
      const d = store.core.derive({ ...deriveInput(shown.state), temperature });
      const now: Shown = {
        ...shown,
        derivation: d,
        summary: summaryOf(d, shown.names, temperature),
        state: { ...shown.state, temperature },
      };
      const text = store.text.value;
      const heading = words.temperature(format(temperature));
      // One plane for all of them: that in which the answers differ most at temperature 1.
      const axes = valueAxes(
        store.core.derive({ ...deriveInput(shown.state), temperature: 1 }),
        shown.state.values,
      );
      const scene = Math.min(560, room * 0.36);
      return screen({
        heading,
        hue: "soft",
        body: html`
          ${columns(
            columnsOf(d.weights, now, () => "soft"),
            room - scene - gap,
            heading,
            1,
          )}
          ${planeOf(now, scene, true, text, heading, axes)}`,
        said: words.atTemperature(now.summary),
        note: ofAll(deck),
      });
    },
  };
}

function gradientScreens(deck: Deck): readonly Screen[] {
  const { store, shown, lab } = deck;
  const words = store.words("classroom").present;
  const names = store.words("gradient").train.short;
  const line = lab?.line.value ?? null;
  const steep = lab?.point.value?.losses.softSlope[0] ?? Number.NaN;
  const slopes: Screen = {
    state: {},
    draw: (room) => {
      const losses = line?.losses;
      if (!losses) return screen({ heading: words.slopes, body: nothing, said: words.noLosses });
      const largest = Math.max(...losses.hard, ...losses.soft);
      const width = (room - gap) / 2;
      const plot = (kind: "hard" | "soft"): TemplateResult =>
        lossPlot(losses[kind], largest, kind === "hard" ? 0 : steep, kind, width, {
          title: kind === "hard" ? "argmax" : "softmax",
          slope: words.slope(kind === "hard" ? "0" : format(steep)),
          note: words.slopeNote[kind],
          from: words.first,
          to: words.wanted,
        });
      return screen({
        heading: words.slopes,
        body: html`${plot("hard")}${plot("soft")}`,
        said: words.slopesSaid,
      });
    },
  };
  const jacobian: Screen = {
    state: {},
    draw: (room) => {
      const d = store.wholeDerivation(shown);
      const items = itemsShown(d);
      const { data, cols } = store.wholeDerivation(shown).jacobian;
      const cells = items.map((i) => items.map((j) => data[i * cols + j] ?? 0));
      return screen({
        heading: words.jacobian,
        body: heat(
          items.map((i) => shown.names[i] ?? ""),
          cells,
          room,
          words.jacobian,
        ),
        said: words.jacobianSaid,
        note: ofAll(deck),
      });
    },
  };
  const trained = stops.map(
    (at): Screen => ({
      state: { options: { at } },
      draw: (room) => {
        const runs = lab?.results.value?.runs;
        const all = [...(runs ?? [])].flatMap(([estimator, outcomes]) => {
          const run = outcomes.find((one) => one !== "overflow");
          return run === undefined
            ? []
            : [
                {
                  name: names[estimator],
                  value: run.weightTarget[Math.min(at, run.weightTarget.length - 1)] ?? 0,
                  kind: estimator === "hard" ? ("hard" as const) : ("soft" as const),
                },
              ];
        });
        return screen({
          heading: words.trained(at),
          body: races(all.slice(0, 7), room, words.trained(at)),
          said: words.trainedSaid(shown.summary),
        });
      },
    }),
  );
  return [slopes, jacobian, ...trained];
}

function normalizerScreen(normalizer: (typeof normalizers)[number], deck: Deck): Screen {
  const { store, shown } = deck;
  const words = store.words("classroom").present;
  return {
    state: { options: { normalizer } },
    draw: (room) => {
      const { scores } = shown.derivation;
      const { temperature, options } = shown.state;
      const asked = { temperature, alpha: options.alpha };
      const { weights } = store.core.normalize(scores, { kind: normalizer, ...asked });
      const checks = store.core.properties(normalizer, asked);
      const fails = (property: string): boolean =>
        checks.find((one) => one.property === property)?.holds === "no";
      const name = store.words("normalizers").names[normalizer];
      return screen({
        heading: name,
        body: columns(
          columnsOf(weights, shown, () => (normalizer === "hard" ? "hard" : "soft")),
          room,
          name,
          1,
        ),
        said: words.normalizer(fails("shift-invariant"), fails("ratio-independent")),
        note: ofAll(deck),
      });
    },
  };
}

/** Every item asks: hard and soft attention of all of them. */
function scaleScreens(deck: Deck): readonly Screen[] {
  const { store, shown } = deck;
  const words = store.words("classroom").present;
  const { state, derivation } = shown;
  const items = itemsShown(derivation);
  const rows = (keys: State["values"]): readonly Derivation[] => {
    try {
      return items.map((i) => store.core.derive({ ...deriveInput(state), q: keys[i] ?? [] }));
    } catch {
      return [];
    }
  };
  return (["hard", "soft"] as const).map((kind) => ({
    state: {},
    draw: (room: number) => {
      const found = rows(state.keys ?? state.values);
      const heading = words.maps[kind];
      const cells = found.map((d) =>
        items.map((j) => (kind === "hard" ? d.oneHot : d.weights)[j] ?? 0),
      );
      return screen({
        heading,
        hue: kind,
        body:
          found.length === 0
            ? nothing
            : heat(
                items.map((i) => shown.names[i] ?? ""),
                cells,
                room,
                heading,
                kind,
              ),
        said: found.length === 0 ? words.noMaps : words.mapsSaid[kind],
        note: ofAll(deck),
      });
    },
  }));
}
