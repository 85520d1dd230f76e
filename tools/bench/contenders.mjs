/**
 * The same attention by several libraries, in Node and in a page: each takes Q, K and V, n × d
 * float32 arrays, and gives softmax(QKᵀ/√d) V. Libraries are handed in, since each place loads them
 * in its own way.
 */

/**
 * @typedef {{ Q: Float32Array, K: Float32Array, V: Float32Array, n: number, d: number }} Input
 * @typedef {(input: Input) => Float32Array | Promise<Float32Array>} Attend
 * @typedef {{ core: any, tf: any, ort: any }} Libraries
 */

/** @param {Libraries} libraries @returns {Record<string, Attend>} */
export function contendersOf({ core, tf, ort }) {
  /** @type {Map<number, Promise<any>>} */
  const sessions = new Map();
  return {
    "softmax-bridge": ({ Q, K, V, n, d }) => core.attend(Q, K, V, { n, d }).output,
    onnxruntime: async ({ Q, K, V, n, d }) => {
      const session =
        sessions.get(d) ??
        ort.InferenceSession.create(onnxModel(d), { executionProviders: ["wasm"] });
      sessions.set(d, session);
      const tensor = (/** @type {Float32Array} */ data) => new ort.Tensor("float32", data, [n, d]);
      const { O } = await (await session).run({ Q: tensor(Q), K: tensor(K), V: tensor(V) });
      return O.data;
    },
    tfjs: async ({ Q, K, V, n, d }) => {
      const output = tf.tidy(() => {
        const tensor = (/** @type {Float32Array} */ data) => tf.tensor2d(data, [n, d]);
        const scores = tf.matMul(tensor(Q), tensor(K), false, true);
        return tf.matMul(tf.softmax(tf.mul(scores, 1 / Math.sqrt(d))), tensor(V));
      });
      const data = await output.data();
      output.dispose();
      return data;
    },
    "plain JavaScript": attendPlainly,
  };
}

/**
 * Those that use several cores, beside ours on one: least times of turns taken one after the other.
 * @param {{ core: any, pool: any, ort: any }} libraries
 * @param {{ n: number, d: number, rounds: number }} options
 * @returns {Promise<Record<string, number>>} ms by name
 */
export async function raceOnCores({ core, pool, ort }, { n, d, rounds }) {
  const input = randomInput(n, d);
  const { Q, K, V } = input;
  /** @type {Record<string, Attend>} */
  const lanes = {
    "one thread": () => core.attend(Q, K, V, { n, d }).output,
    pool: async () => (await pool.attend(Q, K, V, { n, d })).output,
    onnxruntime: /** @type {Attend} */ (contendersOf({ core, tf: null, ort })["onnxruntime"]),
  };
  /** @type {Record<string, number>} */
  const least = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, attend] of Object.entries(lanes)) {
      const start = performance.now();
      await attend(input);
      // The first turn compiles, and makes room.
      if (round > 0)
        least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
    }
  }
  return least;
}

/** Two passes over the keys of each query. @type {Attend} */
function attendPlainly({ Q, K, V, n, d }) {
  const output = new Float32Array(n * d);
  const scores = new Float32Array(n);
  const scale = 1 / Math.sqrt(d);
  const at = (/** @type {Float32Array} */ values, /** @type {number} */ i) =>
    /** @type {number} */ (values[i]);
  for (let i = 0; i < n; i++) {
    let max = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < n; j++) {
      let product = 0;
      for (let c = 0; c < d; c++) product += at(Q, i * d + c) * at(K, j * d + c);
      scores[j] = product * scale;
      max = Math.max(max, at(scores, j));
    }
    let sum = 0;
    const row = output.subarray(i * d, (i + 1) * d);
    for (let j = 0; j < n; j++) {
      const weight = Math.exp(at(scores, j) - max);
      sum += weight;
      for (let c = 0; c < d; c++) row[c] = at(row, c) + weight * at(V, j * d + c);
    }
    for (let c = 0; c < d; c++) row[c] = at(row, c) / sum;
  }
  return output;
}

/** S = QKᵀ/√d, P = softmax(S), O = PV as an ONNX model (Protocol Buffers). @param {number} d */
function onnxModel(d) {
  const encoder = new TextEncoder();
  /** @param {number} value @returns {number[]} */
  const varint = (value) =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
  /** @param {number} id @param {number} value */
  const int = (id, value) => [...varint(id * 8), ...varint(value)];
  /** @param {number} id @param {number[]} bytes */
  const part = (id, bytes) => [...varint(id * 8 + 2), ...varint(bytes.length), ...bytes];
  /** @param {number} id @param {string} value */
  const text = (id, value) => part(id, [...encoder.encode(value)]);
  const float = (/** @type {number} */ value) => [...new Uint8Array(Float32Array.of(value).buffer)];
  /** @param {string} type @param {string[]} inputs @param {string} output @param {number[][]} attributes */
  const node = (type, inputs, output, ...attributes) =>
    part(1, [
      ...inputs.flatMap((name) => text(1, name)),
      ...text(2, output),
      ...text(4, type),
      ...attributes.flatMap((attribute) => part(5, attribute)),
    ]);
  /** A float32 matrix with a row per token. @param {number} id @param {string} name */
  const matrix = (id, name) => {
    const shape = [...part(1, text(2, "n")), ...part(1, int(1, d))];
    return part(id, [...text(1, name), ...part(2, part(1, [...int(1, 1), ...part(2, shape)]))]);
  };
  const graph = [
    ...node(
      "Gemm",
      ["Q", "K"],
      "S",
      [...text(1, "alpha"), 0x15, ...float(1 / Math.sqrt(d)), ...int(20, 1)],
      [...text(1, "transB"), ...int(3, 1), ...int(20, 2)],
    ),
    ...node("Softmax", ["S"], "P", [...text(1, "axis"), ...int(3, 1), ...int(20, 2)]),
    ...node("MatMul", ["P", "V"], "O"),
    ...text(2, "attention"),
    ...["Q", "K", "V"].flatMap((name) => matrix(11, name)),
    ...matrix(12, "O"),
  ];
  return Uint8Array.from([...int(1, 8), ...part(7, graph), ...part(8, int(2, 13))]);
}

/**
 * Medians of paired turns, contender after contender, each checked against the float64 core first.
 * One whose turn would take more than `longest` ms sits out.
 * @param {Libraries} libraries
 * @param {{ d: number, sizes: readonly number[], rounds: number, longest: number }} options
 * @returns {Promise<{ name: string, n: number, d: number, ms: number | null, ratio: number | null, error: number | null }[]>}
 *   ratio: of its time to ours, the median over the rounds
 */
export async function race(libraries, { d, sizes, rounds, longest }) {
  const contenders = Object.entries(contendersOf(libraries));
  /** @type {Map<string, number>} */
  const nanosecondsPerScore = new Map();
  const results = [];
  for (const n of sizes) {
    const input = randomInput(n, d);
    const lanes = [];
    for (const [name, attend] of contenders) {
      const expected = (nanosecondsPerScore.get(name) ?? 0) * n * n * 1e-6;
      if (expected > longest) {
        results.push({ name, n, d, ms: null, ratio: null, error: null });
        continue;
      }
      await attend(input); // compiles, and makes room
      const error = errorOf(await attend(input), input, libraries.core);
      if (!(error < 1e-5)) throw new Error(`${name} is off by ${error} at n = ${n}, d = ${d}`);
      lanes.push({ name, attend, error, times: /** @type {number[]} */ ([]) });
    }
    for (let round = 0; round < rounds; round++) {
      for (const { attend, times } of round % 2 ? lanes.toReversed() : lanes) {
        const start = performance.now();
        await attend(input);
        times.push(performance.now() - start);
      }
    }
    const ours = lanes[0]?.times ?? [];
    for (const { name, error, times } of lanes) {
      const ms = median(times);
      nanosecondsPerScore.set(name, (ms * 1e6) / (n * n));
      const ratio = median(times.map((time, i) => time / (ours[i] ?? Number.NaN)));
      results.push({ name, n, d, ms, ratio, error });
    }
  }
  return results;
}

/** @param {number} n @param {number} d @returns {Input} */
export function randomInput(n, d) {
  let state = 1;
  const values = () =>
    new Float32Array(n * d).map(() => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 30 - 2;
    });
  return { Q: values(), K: values(), V: values(), n, d };
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Largest difference to what derive says of three queries. @param {Float32Array} output @param {Input} input @param {any} core */
function errorOf(output, { Q, K, V, n, d }, core) {
  const matrix = (/** @type {Float32Array} */ values) => ({
    rows: n,
    cols: d,
    data: Float64Array.from(values),
  });
  let largest = 0;
  for (const i of [0, n >> 1, n - 1]) {
    const q = Float64Array.from(Q.subarray(i * d, (i + 1) * d));
    const { softOutput } = core.derive({ X: matrix(V), K: matrix(K), q, score: "scaled" });
    for (let c = 0; c < d; c++) {
      largest = Math.max(largest, Math.abs((output[i * d + c] ?? Number.NaN) - softOutput[c]));
    }
  }
  return largest;
}
