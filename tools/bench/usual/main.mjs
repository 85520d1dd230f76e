/**
 * What one would write instead: a React table of the same rows, KaTeX for the formula with its numbers,
 * d3 for the bars, the plot over the steps and the plane. Plain JavaScript once through, without the
 * care for rounding that the core takes.
 */
import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import katex from "katex";
import "katex/dist/katex.min.css";
import { createElement as h, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const [n, d] = location.hash.slice(1).split(",").map(Number);
let seed = 1;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
const X = Array.from({ length: n }, () => Array.from({ length: d }, () => random() * 2 - 1));
const first = Array.from({ length: d }, () => random() * 4 - 2);

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const format = (x) => x.toFixed(4);

function derive(q) {
  const scores = X.map((x) => dot(q, x));
  const max = Math.max(...scores);
  const winner = scores.indexOf(max);
  const shifted = scores.map((score) => score - max);
  const exps = shifted.map(Math.exp);
  const sum = exps.reduce((a, b) => a + b, 0);
  const weights = exps.map((x) => x / sum);
  const soft = q.map((_, c) =>
    dot(
      weights,
      X.map((x) => x[c]),
    ),
  );
  const hard = X[winner];
  const distance = Math.hypot(...soft.map((x, c) => x - hard[c]));
  const oneHot = scores.map((_, i) => Number(i === winner));
  return { scores, max, winner, shifted, exps, sum, weights, soft, hard, distance, oneHot };
}

function Maths({ tex }) {
  const at = useRef(null);
  useEffect(() => katex.render(tex, at.current), [tex]);
  return h("span", { ref: at });
}

/** Draws with d3 after each render. */
function Drawing({ width, height, draw }) {
  const at = useRef(null);
  useEffect(() => draw(select(at.current)));
  return h("svg", { ref: at, width, height });
}

const points = (svg, kind, data, attributes) => {
  const marks = svg.selectAll(`.${kind}`).data(data).join(attributes.shape).attr("class", kind);
  for (const [name, value] of Object.entries(attributes.of)) marks.attr(name, value);
};

const bars = (values) => (svg) => {
  const x = scaleLinear([Math.min(0, ...values), Math.max(1e-9, ...values)], [0, 76]);
  const of = { x: (_, i) => i * 90, y: 0, height: 5, width: (value) => x(value), fill: "gray" };
  points(svg, "bar", values, { shape: "rect", of });
};

const plane = (result, q) => (svg) => {
  const x = scaleLinear([-3, 3], [0, 500]);
  const y = scaleLinear([-3, 3], [420, 0]);
  const [sx, sy] = [x(result.soft[0]), y(result.soft[1])];
  const string = {
    x1: sx,
    y1: sy,
    x2: (p) => x(p[0]),
    y2: (p) => y(p[1]),
    stroke: "steelblue",
    "stroke-width": (_, i) => 12 * result.weights[i],
  };
  points(svg, "string", X, { shape: "line", of: string });
  points(svg, "item", X, { shape: "circle", of: { cx: (p) => x(p[0]), cy: (p) => y(p[1]), r: 6 } });
  points(svg, "soft", [0], { shape: "circle", of: { cx: sx, cy: sy, r: 8, fill: "navy" } });
  const arrow = { x1: x(0), y1: y(0), x2: x(q[0]), y2: y(q[1]), stroke: "black" };
  points(svg, "query", [0], { shape: "line", of: arrow });
};

const rail =
  ({ distance }) =>
  (svg) => {
    const steps = [0, 0, 0, 0, 0, 0, distance, distance, distance];
    const of = { cx: (_, i) => 60 + i * 140, cy: (value) => 96 - 20 * value, r: 4 };
    points(svg, "step", steps, { shape: "circle", of });
    points(svg, "jump", [distance], { shape: "text", of: { x: 840, y: 40 } });
    svg.selectAll(".jump").text(format);
  };

function App() {
  const [q, setQ] = useState(first);
  const result = derive(q);
  const rows = [
    ["\\alpha_i", result.scores, result.max],
    ["\\mathrm{onehot}", result.oneHot, 1],
    ["\\alpha-\\max", result.shifted, 0],
    ["e^{\\alpha-\\max}", result.exps, result.sum],
    ["p_i", result.weights, 1],
    ["\\mathrm{softmax}", result.weights, 1],
  ];
  const { winner, scores, weights } = result;
  const step = `e^{${format(scores[winner])}-${format(Math.log(result.sum) + result.max)}}=${format(weights[winner])}`;
  return h(
    "main",
    null,
    h(Drawing, { width: 1296, height: 120, draw: rail(result) }),
    h(Maths, { tex: `\\boldsymbol o\\approx\\sum_i p_i\\boldsymbol x_i,\\quad ${step}` }),
    h("p", null, result.soft.slice(0, 4).map(format).join("  ")),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        rows.flatMap(([name, values, total], r) => [
          h(
            "tr",
            { key: `${r}` },
            h("th", null, h(Maths, { tex: name })),
            values.map((value, i) =>
              h("td", { key: i, className: i === winner ? "picked" : "" }, format(value)),
            ),
            h("td", { className: "total" }, format(total)),
          ),
          h(
            "tr",
            { key: `${r} bars` },
            h("th", null),
            h("td", { colSpan: n }, h(Drawing, { width: 90 * n, height: 5, draw: bars(values) })),
          ),
        ]),
      ),
    ),
    h(Drawing, { width: 500, height: 420, draw: plane(result, q) }),
    q.map((value, c) =>
      h("input", {
        key: c,
        type: "range",
        min: -4,
        max: 4,
        step: 0.001,
        value,
        onChange: (event) => setQ(q.with(c, event.target.valueAsNumber)),
      }),
    ),
  );
}

createRoot(document.getElementById("root")).render(h(App));
