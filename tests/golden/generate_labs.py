#!/usr/bin/env python3
"""Writes the golden files of everything round the derivation, from mpmath at 60 digits.

    python3 tests/golden/generate_labs.py            # writes them beside this file
    python3 tests/golden/generate_labs.py --check    # fails if they differ from what would be written

Conventions and numbers are those of generate.py. Where the library solves an equation it is solved
here in another way: by bisection on the shift of the scores.
"""

import json
import math
import random

from generate import (
    APPLE, PLANE, PLANE_PARAMETERS, SCORES, Score, decode, derive, dot, encode, main, matrix, mp, mpf,
    real, residue, softmax, vector,
)

INF = float("inf")


# ---------------------------------------------------------------- normalisers


def root(f, low, high, steps=230):
    """Where an increasing f passes 0, by bisection."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def positive(x):
    return x if x > 0 else real(0)


def entmax(z, alpha):
    """[(α−1) z − θ]_+^{1/(α−1)} with its slopes p^{2−α}; None for them at a kink."""
    if alpha == 1:
        return softmax_weights(z)
    # Powers as high as 1/(α−1) or α−1 magnify what is left of an error: 100 digits more.
    with mp.workdps(160):
        a = real(alpha) - 1
        y = [a * (x - max(z)) for x in z]

        def weights(log_shift):
            return [positive(x + mp.exp(log_shift)) ** (1 / a) for x in y]

        # The best weighs 1 at θ = −1, where it may be alone, and 1/n at θ = −n^{−a}.
        low = -a * mp.log(len(z))
        one_hot = mp.fsum(weights(real(0))) <= 1
        log_shift = real(0) if one_hot else root(lambda t: mp.fsum(weights(t)) - 1, low, real(0), 560)
        p = weights(log_shift)
        kink = alpha >= 2 and any(abs(x + mp.exp(log_shift)) < -x * mpf(10) ** -100 for x in y)
        return p, None if kink else [x ** (1 - a) if x else real(0) for x in p]


def softmax_weights(z):
    u = [mp.exp(x - max(z)) for x in z]
    p = [x / mp.fsum(u) for x in u]
    return p, p


def symmetric(p, slopes, rest=0):
    total = mp.fsum(slopes) + rest
    n = len(p)
    return [
        [slopes[i] * (mp.fsum(s for k, s in enumerate(slopes) if k != i) + rest) / total if i == j
         else -slopes[i] * slopes[j] / total for j in range(n)]
        for i in range(n)
    ]


def ratio(f, slopes):
    """Of f_i/Σf, with f'_i: None where 0/0."""
    total = mp.fsum(f)
    if total == 0:
        return None, None
    n = len(f)
    p = [x / total for x in f]
    jacobian = slopes and [
        [slopes[j] * (mp.fsum(x for k, x in enumerate(f) if k != j) if i == j else -f[i]) / total**2
         for j in range(n)]
        for i in range(n)
    ]
    return p, jacobian


def shifted_ratio(f, slopes, pivot):
    """The same where every score is taken relative to the one at `pivot`."""
    p, jacobian = ratio(f, slopes)
    if jacobian:
        for row in jacobian:
            row[pivot] = -mp.fsum(x for j, x in enumerate(row) if j != pivot)
    return p, jacobian


def normalizer(kind, scores, temperature, alpha):
    """(p, ∂p/∂α) for finite scores and 0 < τ < ∞; None for what does not exist."""
    tau = real(temperature)
    n = len(scores)
    z = [real(x) / tau for x in scores]
    m = max(z)
    ties = z.count(m)
    if kind in ("softmax", "sparsemax", "entmax", "burg"):
        if kind == "softmax":
            p, s = softmax_weights(z)
        elif kind == "burg":
            y = root(lambda y: 1 - mp.fsum(1 / (y + m - x) for x in z), real(1), real(n))
            p = [1 / (y + m - x) for x in z]
            s = [x * x for x in p]
        else:
            p, s = entmax(z, 2 if kind == "sparsemax" else alpha)
        return p, s and symmetric(p, [x / tau for x in s])
    if kind == "softmax1":
        c = max(m, 0)
        u = [mp.exp(x - c) for x in z]
        total = mp.fsum(u) + mp.exp(-c)
        p = [x / total for x in u]
        return p, symmetric(p, [x / tau for x in p], mp.exp(-c) / total / tau)
    if kind == "hard":
        p = [real(i == z.index(m)) for i in range(n)]
        return p, [[real(0)] * n for _ in range(n)] if ties == 1 else None
    if kind == "inverse-gap":
        f = [1 / (1 + m - x) for x in z]
        slopes = [x * x / tau for x in f]
        if ties == n:
            return ratio(f, slopes)
        return shifted_ratio(f, slopes if ties == 1 else None, z.index(m))
    if kind == "min-max":
        low = min(z)
        f = [x - low for x in z]
        return shifted_ratio(f, [1 / tau] * n if z.count(low) == 1 else None, z.index(low))
    if kind == "sigmoid":
        # Divided by e^{min(m, 0)}, which is no other function of the weights.
        c = min(m, 0)
        f = [mp.exp(x - c) / (1 + mp.exp(x)) if x < 0 else 1 / (1 + mp.exp(-x)) for x in z]
        return ratio(f, [x / (1 + mp.exp(y)) / tau for x, y in zip(f, z)])
    if kind == "squared":
        return ratio([x * x for x in z], [2 * x / tau for x in z])
    if kind == "relu-l1":
        kink = any(x == 0 for x in z)
        return ratio([positive(x) for x in z], None if kink else [real(x > 0) / tau for x in z])
    return ratio(z, [1 / tau] * n)


KINDS = [
    "softmax", "sparsemax", "entmax", "burg", "inverse-gap", "l1", "relu-l1", "squared", "sigmoid",
    "softmax1", "min-max", "hard",
]


def normalizer_rows():
    """(kind, scores, temperature, alpha)"""
    named = [
        [2, 1, 0.125, -1], [-2, 0, 0.5], [-1, -2, -4], [1, 1, 0], [0, 0, 0], [-3, 3, 1], [0.5, 0.25],
        [4, 2, 1, 0.5], [2, 5, 3], [1, -1], [-1, -3], [2, 1, 1], [-3, 1], [1, 0.75, 0.5, 0.25], [3, 0],
        [1, 1], [0, 0, 1], [0.05, 0], [7], [4.75, 3.75, 3.25, 4.25, 1.875, 1.25],
    ]
    for kind in KINDS:
        for scores in named:
            yield kind, scores, 1, 1.5
            yield kind, scores, 0.5, 1.5
        # Far from zero, far apart, and close together.
        yield kind, [1e17, 1e17 + 16, 1e17 - 32], 16, 1.5
        yield kind, [-1e17, -1e17 + 16, -1e17 - 32], 16, 1.5
        yield kind, [1000.25, 999.5, -1000], 1, 1.5
        yield kind, [1e300, -1e300, 5e299], 1e299, 1.5
        yield kind, [2.0**-1060, 2.0**-1061, -(2.0**-1062)], 2.0**-1061, 1.5
        yield kind, [0.7, 0.7000000000000001, 0.6999999999999999], 0.01, 1.5
    alphas = [1, 1 + 1e-7, 1.001, 1.1, 1.25, 1.4, 1.5, 1.75, 1.99, 2, 2.01, 2.5, 3, 4, 10, 50, 1000]
    for alpha in alphas:
        for scores in ([0, 0, 1], [0.05, 0], [1, 0.75, 0.5, 0.25], [1, 1, 0], [3, 0], [2, 1, 0.125, -1]):
            yield "entmax", scores, 1, alpha
            yield "entmax", scores, 0.25, alpha
            yield "entmax", scores, 8, alpha
    generator = random.Random(20160219)
    for kind in KINDS:
        for _ in range(16):
            n = generator.randint(2, 6)
            spread = 2.0 ** generator.uniform(-3, 5)
            scores = [generator.uniform(-1, 1) * spread for _ in range(n)]
            if generator.random() < 0.25:
                scores[-1] = scores[0]
            alpha = generator.choice([1.5, 2.0, 1 + 2.0 ** generator.uniform(-8, 3)])
            yield kind, scores, 2.0 ** generator.uniform(-2, 2), alpha


def normalizers_file():
    lines = []
    for kind, scores, temperature, alpha in normalizer_rows():
        p, jacobian = normalizer(kind, scores, temperature, alpha)
        row = {"kind": kind, "scores": scores, "temperature": temperature}
        if kind == "entmax":
            row["alpha"] = alpha
        row["weights"] = p and [residue(x) for x in p]
        row["jacobian"] = jacobian
        lines.append(json.dumps(encode(row), separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


# ---------------------------------------------------------------- smooth maxima


def smooth_maxima(scores, temperature, r):
    """{name: (value, gradient)}"""
    tau = real(temperature)
    parts = softmax(scores, temperature)
    n = len(scores)
    p, mean = parts["weights"], parts["meanScore"]
    cold = softmax(scores, 0)["weights"]
    result = {
        "max": (parts["max"], cold),
        "logSumExp": (parts["logSumExp"], p),
        "mellowmax": (parts["logSumExp"] - tau * mp.log(n), p),
        "boltzmann": (mean, [w * (1 + (x - mean) / tau) for w, x in zip(p, scores)]),
    }
    if min(scores) < 0:
        result["pNorm"] = (real("nan"), [real("nan")] * n)
    else:
        norm = mp.fsum(real(x) ** r for x in scores) ** (1 / real(r))
        gradient = [(x / norm) ** (real(r) - 1) for x in scores] if norm else [real("nan")] * n
        result["pNorm"] = (norm, gradient)
    return result


def smooth_max_rows():
    generator = random.Random(20170801)
    named = [[2, 1, 0.125, -1], [1, 1, 0], [4, 2, 1, 0.5], [0, 3], [7], [0, 0], [1e8, 1e8 - 1]]
    for scores in named:
        for temperature in [1, 0.25, 4, 1e-3, 1e3, 1e12, 2.0**-1050, 1e300]:
            for r in [2, 8]:
                yield scores, temperature, r
    for _ in range(60):
        spread = 2.0 ** generator.uniform(-4, 6)
        scores = [generator.uniform(-0.5, 1) * spread for _ in range(generator.randint(1, 6))]
        if generator.random() < 0.5:
            scores = [abs(x) for x in scores]
        yield scores, 2.0 ** generator.uniform(-4, 8), 2.0 ** generator.uniform(0, 6)
    yield [3, 1, 2], 1, 1
    yield [3, 1, 0], 1, 500


def smooth_max_file():
    lines = []
    for scores, temperature, r in smooth_max_rows():
        row = {"scores": scores, "temperature": temperature, "r": r}
        # Differences of nearly equal numbers, and of numbers as far apart as τ and the scores.
        with mp.workdps(400):
            for name, (value, gradient) in smooth_maxima(scores, temperature, r).items():
                row[name] = {"value": value, "gradient": gradient}
            row = encode(row)
        lines.append(json.dumps(row, separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


# ---------------------------------------------------------------- sweep


def sweep_cases():
    wide = [0] + [2.0**k for k in range(-6, 7)] + [INF]
    yield "apple", {"X": APPLE, "q": [2, 2, 2, -1]}, wide
    yield "apple, second query", {"X": APPLE, "q": [1, -0.5, -1, 1]}, wide
    yield "tie", {"X": [[1, 1], [1, -1], [0, 0.5], [-1, 0]], "q": [1, 0]}, wide
    yield "rises and falls", {"scores": [2, 1, 0], "X": [[0], [1], [-1]]}, wide
    for kind in SCORES:
        case = {"X": PLANE, "q": [1, 0.5], "score": kind, "parameters": PLANE_PARAMETERS}
        yield kind, case, [0.125, 1, 8]
    yield "no outputs", {"scores": [1, 3, 2]}, [0, 1e-300, 0.5, 1e300, INF]
    masked = {"scores": [1, 2, 3], "mask": [True, True, False], "X": [[1, 2], [3, 4], ["NaN", 0]]}
    yield "masked", masked, wide
    yield "far apart", {"scores": [0, -745, -800], "X": [[1], [2], [4]]}, [0.25, 1, 2, 64]
    yield "one item", {"scores": [4], "X": [[1, 2]]}, wide
    yield "one score of ∞", {"scores": [1, "Infinity"], "X": [[1], [2]]}, [0, 1, 8]
    yield "no temperatures", {"scores": [1, 2], "X": [[1], [2]]}, []


def sweep_row(case, temperature):
    expected = derive(encode({**case, "temperature": temperature}))
    row = {
        "weights": expected["weights"],
        "outputs": expected.get("softOutput", []),
        "entropy": expected["entropy"],
        "lseMinusMax": expected["lseMinusMax"],
        "totalVariationToTies": expected["totalVariationToTies"],
        "lower": expected["totalVariationBounds"][0],
        "upper": expected["totalVariationBounds"][1],
        "outputDistance": expected.get("outputDistance", math.nan),
    }
    slope = [real(0)] * len(row["outputs"])
    if 0 < temperature < INF and expected["max"] < INF:
        scores, p = expected["scores"], expected["weights"]
        items = [i for i, s in enumerate(scores) if s > -INF]
        mean, output = expected["meanScore"], expected["softOutput"] if "X" in case else []
        for j in range(len(output)):
            covariance = mp.fsum(
                p[i] * (scores[i] - mean) * (decode(case["X"][i][j]) - output[j]) for i in items
            )
            slope[j] = -covariance / real(temperature) ** 2
    row["outputSlope"] = slope
    return row


def sweep_file():
    lines = []
    for name, case, temperatures in sweep_cases():
        rows = [sweep_row(case, float(t)) for t in temperatures]
        golden = {"name": name, "input": case, "temperatures": [float(t) for t in temperatures], "rows": rows}
        lines.append(json.dumps(encode(golden), ensure_ascii=False, separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


# ---------------------------------------------------------------- gradients


def gradient_cases():
    for kind in SCORES:
        case = {"X": PLANE, "q": [1, 0.5], "score": kind, "parameters": PLANE_PARAMETERS}
        for temperature in [1, 0.125]:
            for target in [1, 3]:
                yield {**case, "temperature": temperature}, target
    keys = [[1, 2, -0.5], [0.25, -1, 3], [0, 0.5, 0.5], [-2, 1, 0.125], [1.5, 1.25, -1]]
    oblong = {"K": keys, "q": [0.75, -1.25], "X": [[1], [-2], [3], [0.5], [4]], "temperature": 2}
    W = [[1, -0.5, 0.25], [0.75, 2, -1]]
    additive = {
        "Wq": [[0.5, 1], [-1, 0.25], [2, 0], [0.125, -0.75]],
        "U": [[1, 0, -1], [0.5, 0.5, 0.25], [0, 2, -0.5], [-1, 0.75, 1]],
        "v": [1, -2, 0.5, 0.25],
    }
    yield {**oblong, "score": "bilinear", "parameters": {"W": W}}, 2
    yield {**oblong, "score": "additive", "parameters": additive}, 2
    yield {"X": PLANE, "q": [1, 0.5], "score": "bilinear"}, 0
    yield {"X": PLANE, "q": [1, 0.5], "score": "additive"}, 0
    yield {"X": APPLE, "q": [2, 2, 2, -1]}, 0
    yield {"X": APPLE, "q": [1, -0.5, -1, 1]}, 0
    yield {"X": APPLE, "q": [8, -4, -8, 8]}, 0
    yield {"X": APPLE, "q": [16, 16, 16, -8]}, 0
    yield {"X": APPLE, "scores": [1, 2, 3, 4, 5, 6]}, 3
    yield {"X": APPLE, "scores": [1, 2, 3, 4, 5, 6], "mask": [True] * 4 + [False] * 2}, 0


def loss_gradients(case, target, loss):
    X = matrix(case["X"])
    n, d = len(X), len(X[0])
    tau = real(case.get("temperature", 1))
    mask = case.get("mask", [True] * n)
    keys = matrix(case.get("K", case["X"]))
    expected = {}
    if "q" in case:
        q = vector(case["q"])
        kind = case.get("score", "dot")
        score = Score(kind, case.get("parameters"), len(q), len(keys[0]))
        scores = [score(q, key) for key in keys]
    else:
        scores = vector(case["scores"])
    u = [mp.exp(s / tau) if attend else real(0) for s, attend in zip(scores, mask)]
    p = [x / mp.fsum(u) for x in u]
    output = [mp.fsum(p[i] * X[i][j] for i in range(n)) for j in range(d)]
    g = [o - x for o, x in zip(output, X[target])]
    if loss == "squared-error":
        expected["loss"] = dot(g, g) / 2
        expected["output"] = g
        delta = [p[i] * dot(g, [x - o for x, o in zip(X[i], output)]) / tau for i in range(n)]
    else:
        expected["loss"] = -mp.log(p[target])
        expected["output"] = []
        delta = [(p[i] - (i == target)) / tau for i in range(n)]
    expected["scores"] = delta
    values = [[p[i] * x if loss == "squared-error" else real(0) for x in g] for i in range(n)]
    if "q" in case:
        total = lambda f: mp.fsum(delta[i] * f(i) for i in range(n))
        slopes = [score.gradient_query(q, key) for key in keys]
        expected["query"] = [total(lambda i: slopes[i][j]) for j in range(len(q))]
        expected["keys"] = [[delta[i] * x for x in score.gradient_key(q, keys[i])] for i in range(n)]
        if "K" not in case:
            values = [[a + b for a, b in zip(*rows)] for rows in zip(values, expected["keys"])]
        columns = range(len(keys[0]))
        if kind == "bilinear":
            expected["W"] = [[x * total(lambda i: keys[i][j]) for j in columns] for x in q]
        if kind == "additive":
            hidden = [[mp.tanh(z) for z in score._hidden(q, key)] for key in keys]
            w = [score._slopes(q, key) for key in keys]
            rows = range(len(score.v))
            expected["v"] = [total(lambda i: hidden[i][h]) for h in rows]
            expected["Wq"] = [[total(lambda i: w[i][h]) * x for x in q] for h in rows]
            expected["U"] = [[total(lambda i: w[i][h] * keys[i][j]) for j in columns] for h in rows]
    expected["values"] = values
    return expected


def gradients_file():
    lines = []
    for case, target in gradient_cases():
        for loss in ["squared-error", "cross-entropy"]:
            golden = {"input": case, "target": target, "loss": loss,
                      "expected": loss_gradients(case, target, loss)}
            lines.append(json.dumps(encode(golden), separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


# ---------------------------------------------------------------- training


class SplitMix64:
    MASK = 2**64 - 1

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & self.MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self.MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self.MASK
        return z ^ (z >> 31)

    def gumbel(self):
        u = (real(self.next() >> 12) + real(0.5)) / 2**52
        return -mp.log(-mp.log(u))


def train(X, q, target, estimator, temperature, eta, steps, seed=1, lambda_=0.5):
    """Yields (q, loss, weight of the target, pick) of the state after 0, 1, … steps."""
    X, q = matrix(X), vector(q)
    n, tau = len(X), real(temperature)
    generator = SplitMix64(seed)
    y = X[target]
    losses = [dot(z, z) / 2 for z in ([a - b for a, b in zip(x, y)] for x in X)]

    def mean(weights):
        return [mp.fsum(w * x[j] for w, x in zip(weights, X)) for j in range(len(y))]

    def slopes(weights, output, direction):
        return [w * dot(direction, [a - b for a, b in zip(x, output)]) for w, x in zip(weights, X)]

    for _ in range(steps + 1):
        scores = [dot(q, x) for x in X]
        pick = scores.index(max(scores))
        p = softmax_weights([s / tau for s in scores])[0]
        output = mean(p)
        g = [a - b for a, b in zip(output, y)]
        expected = dot(p, losses)
        if estimator in ("hard", "straight-through"):
            loss = losses[pick]
            h = [a - b for a, b in zip(X[pick], y)]
            delta = slopes(p, output, h) if estimator == "straight-through" else [real(0)] * n
        elif estimator == "soft-ce":
            loss = -mp.log(p[target])
            delta = [w - (i == target) for i, w in enumerate(p)]
        elif estimator in ("expected-hard", "reinforce"):
            loss = expected
            delta = [w * (l - loss) for w, l in zip(p, losses)]
        else:
            loss = dot(g, g) / 2
            delta = slopes(p, output, g)
        yield q, loss, p[target], pick
        if estimator in ("reinforce", "gumbel-softmax"):
            noisy = [s / tau + generator.gumbel() for s in scores]
            if estimator == "reinforce":
                z = noisy.index(max(noisy))
                delta = [losses[z] * ((i == z) - w) for i, w in enumerate(p)]
            else:
                w = softmax_weights([s / real(lambda_) for s in noisy])[0]
                soft = mean(w)
                delta = [d / real(lambda_) for d in slopes(w, soft, [a - b for a, b in zip(soft, y)])]
        q = [a - real(eta) / tau * dot(delta, [x[j] for x in X]) for j, a in enumerate(q)]


def training_file():
    start = [1, -0.5, -1, 1]
    runs = [
        {"estimator": estimator, "q": start, "temperature": 1, "eta": 2, "steps": 400}
        for estimator in ["hard", "soft-mse", "soft-ce", "straight-through", "expected-hard"]
    ]
    runs += [
        {"estimator": estimator, "q": [8 * x for x in start], "temperature": 1, "eta": 2, "steps": 400}
        for estimator in ["soft-mse", "soft-ce", "straight-through"]
    ]
    runs += [
        {"estimator": "soft-mse", "q": [8 * x for x in start], "temperature": 8, "eta": 128, "steps": 400},
        {"estimator": "soft-ce", "q": start, "temperature": 0.5, "eta": 0.25, "steps": 200},
    ]
    runs += [
        {"estimator": estimator, "q": start, "temperature": 1, "eta": 2, "steps": 200, "seed": seed,
         "lambda": 0.5}
        for estimator in ["reinforce", "gumbel-softmax"] for seed in [1, 2]
    ]
    lines = []
    for run in runs:
        records = []
        states = train(APPLE, run["q"], 0, run["estimator"], run["temperature"], run["eta"],
                       run["steps"], run.get("seed", 1), run.get("lambda", 0.5))
        for k, (q, loss, weight, pick) in enumerate(states):
            if k in (0, 1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 400):
                records.append({"k": k, "q": q, "loss": loss, "weightTarget": weight, "pick": pick})
        golden = {"X": APPLE, "target": 0, **run, "records": records}
        lines.append(json.dumps(encode(golden), separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


FILES = {
    "normalizers.json": normalizers_file,
    "smooth_max.json": smooth_max_file,
    "sweep.json": sweep_file,
    "gradients.json": gradients_file,
    "training.json": training_file,
}

if __name__ == "__main__":
    main(FILES)
