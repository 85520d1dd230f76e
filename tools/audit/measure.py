#!/usr/bin/env python3
"""Measures results against mpmath: cases come as lines of JSON, and the worst of each quantity goes out.

`npm run audit` runs it. The formulas in mpmath are those of the golden files; SciPy, and NumPy where it
has no function of its own, get what they are given in the way their documentation shows.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
from mpmath import mp, mpf
from scipy import special, stats
from scipy.spatial import distance

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/golden"))
import generate  # noqa: E402
import generate_labs as labs  # noqa: E402

mp.dps = 40
U = mpf(2) ** -53
LEAST = mpf(2) ** -1074
PARTS = ("core", "scipy", "plain")
np.seterr(all="ignore")

worst = {}


def ulp(x):
    """Of the float64 number nearest to x."""
    if not x:
        return LEAST
    return max(mp.ldexp(1, mp.frexp(x)[1] - 53), LEAST)


def note(row, reference, unit, results, index):
    """`results` holds what each program found, in the order of PARTS; None where it has no such function."""
    entry = worst.setdefault(row, {"count": 0, **dict.fromkeys(PARTS)})
    entry["count"] += 1
    for part, found in zip(PARTS, results):
        if found is None:
            continue
        found = float(found)
        off = float(abs(mpf(found) - reference) / unit) if math.isfinite(found) else math.inf
        if entry[part] is None or off > entry[part][0]:
            entry[part] = [off, index]


def note_all(row, references, units, results, index):
    columns = [[None] * len(references) if part is None else part for part in results]
    for reference, unit, *found in zip(references, units, *columns):
        note(row, reference, unit, found, index)


def flat(rows):
    return [x for row in rows for x in row]


def softmax_case(case, index):
    scores, tau, X = case["scores"], case["temperature"], case["X"]
    core, plain = case["core"], case["plain"]
    it = generate.softmax(scores, tau)
    n, p, star, m = len(scores), it["weights"], it["argmax"], it["max"]
    x = [generate.vector(row) for row in X]
    d = range(len(x[0]))
    difference = [mp.fsum(p[i] * (x[i][j] - x[star][j]) for i in range(n)) for j in d]
    output = [x[star][j] + difference[j] for j in d]

    a, values = np.array(scores), np.array(X)
    weights, logs = special.softmax(a / tau), special.log_softmax(a / tau)
    lse = tau * special.logsumexp(a / tau)
    soft = weights @ values
    k = it["k"]
    scipy = {
        "expShifted": np.exp((a - a.max()) / tau),
        "weights": weights,
        "logWeights": logs,
        "totalVariation": 1 - weights[star],
        "totalVariationToTies": 1 - k * weights[star],
        "klDivergence": -logs[star],
        "entropy": stats.entropy(weights),
        "logSumExp": lse,
        "lseMinusMax": lse - a.max(),
        "meanScore": weights @ a,
        "softOutput": soft,
        "outputDifference": soft - values[star],
        "jacobian": ((np.diag(weights) - np.outer(weights, weights)) / tau).flatten(),
    }

    def three(name):
        return core[name], scipy[name], plain[name]

    for name in ("totalVariation", "totalVariationToTies", "klDivergence", "entropy", "lseMinusMax"):
        note(name, it[name], ulp(it[name]), three(name), index)
    for name in ("weights", "expShifted"):
        note_all(name, it[name], map(ulp, it[name]), three(name), index)
    log_S = it["klDivergence"]
    units = [ulp(2 * log_S - logged) for logged in it["logWeights"]]
    note_all("logWeights", it["logWeights"], units, three("logWeights"), index)
    note("logSumExp", it["logSumExp"], U * (abs(m) + it["lseMinusMax"]) or LEAST, three("logSumExp"), index)
    mean = it["meanScore"]
    note("meanScore", mean, U * (abs(m) + m - mean) or LEAST, three("meanScore"), index)
    units = [U * mp.fsum(p[i] * abs(x[i][j]) for i in range(n)) for j in d]
    note_all("softOutput", output, units, three("softOutput"), index)
    units = [max(U * mp.fsum(p[i] * abs(x[i][j] - x[star][j]) for i in range(n)), LEAST) for j in d]
    note_all("outputDifference", difference, units, three("outputDifference"), index)
    jacobian = flat(generate.jacobian(it, n, tau))
    note_all("jacobian", jacobian, [U / tau] * n * n, three("jacobian"), index)
    note_all("jacobianUlp", jacobian, map(ulp, jacobian), three("jacobian"), index)


def smooth_case(case, index):
    scores, tau, r = case["scores"], case["temperature"], case["r"]
    core, plain = case["core"], case["plain"]
    it = labs.smooth_maxima(scores, tau, r)
    parts = generate.softmax(scores, tau)
    m, mean, p, n = parts["max"], parts["meanScore"], parts["weights"], len(scores)

    a = np.array(scores)
    weights = special.softmax(a / tau)
    mu = weights @ a
    norm = np.linalg.norm(a, r)
    scipy = {
        "mellowmax": (tau * special.logsumexp(a / tau) - tau * np.log(n), weights),
        "boltzmann": (mu, weights * (1 + (a - mu) / tau)),
        "pNorm": (norm, (a / norm) ** (r - 1)),
    }
    units = {
        "mellowmax": [ulp(w) for w in p],
        "boltzmann": [max(U * (1 + (m - x) / tau) * w, LEAST) for w, x in zip(p, scores)],
        "pNorm": [U] * n,
    }
    for name, (value, gradient) in it.items():
        if name not in units:
            continue
        unit = m * mpf(n) ** (1 / mpf(r)) if name == "pNorm" else abs(m) + abs(value - m)
        found = [part[name] for part in (core, plain)]
        note(name, value, max(U * unit, LEAST), (found[0][0], scipy[name][0], found[1][0]), index)
        three = (found[0][1], scipy[name][1], found[1][1])
        note_all(f"{name}Gradient", gradient, units[name], three, index)


def scores_case(case, index):
    kind, q, keys = case["score"], case["q"], case["K"]
    parameters = case.get("parameters", {})
    score = generate.Score(kind, parameters, len(q), len(keys[0]))
    query, a = generate.vector(q), np.array(q)
    given = {name: np.array(value) for name, value in parameters.items()}
    scipy = {
        "dot": lambda k: a @ k,
        "scaled": lambda k: a @ k / np.sqrt(len(q)),
        "bilinear": lambda k: a @ given["W"] @ k,
        "additive": lambda k: given["v"] @ np.tanh(given["Wq"] @ a + given["U"] @ k),
        "cosine": lambda k: 1 - distance.cosine(a, k),
        "gaussian": lambda k: -distance.sqeuclidean(a, k) / (2 * parameters["sigma"] ** 2),
    }[kind]
    for row, ours, others in zip(keys, case["core"], case["plain"]):
        key = generate.vector(row)
        exact = score(query, key)
        if kind == "additive":
            unit = ulp(mp.fsum(abs(v * mp.tanh(z)) for v, z in zip(score.v, score._hidden(query, key))))
        else:
            sizes = generate.Score(
                "bilinear" if kind == "bilinear" else "dot",
                {name: [[abs(x) for x in line] for line in value]
                 for name, value in parameters.items() if name == "W"},
                len(q), len(row),
            )
            terms = sizes([abs(x) for x in query], [abs(x) for x in key])
            if kind == "cosine":
                terms /= mp.sqrt(generate.dot(query, query) * generate.dot(key, key))
            unit = ulp(exact) + (mpf(2) ** -100 * terms if kind != "gaussian" else 0)
        note(f"score {kind}", exact, unit, (ours, scipy(np.array(row)), others), index)


def normalizer_case(case, index):
    kind, alpha, tau = case["kind"], case["alpha"], case["temperature"]
    p, _ = labs.normalizer(kind, case["scores"], tau, alpha)
    if p is None:
        return
    closed = kind != "entmax" or alpha in (1, 1.5, 2)
    scipy = special.softmax(np.array(case["scores"]) / tau) if kind == "softmax" else None
    row = f"normalizer {kind}" if closed else "normalizer entmax, other α"
    for i, weight in enumerate(p):
        # In the middle of its support: at the end what is left of it is the rounding of the input.
        if kind in ("entmax", "sparsemax") and weight < mpf(10) ** -3:
            continue
        unit = ulp(weight)
        if not closed:
            unit = U * weight * (16 + 4 * abs(mp.log(weight)) + 4 / abs(mpf(alpha) - 1))
        found = (case["core"][i], None if scipy is None else scipy[i], case["plain"][i])
        note(row, weight, unit, found, index)


def gradients_case(case, index):
    target, core, plain = case["target"], case["core"], case["plain"]
    for loss in ("squared-error", "cross-entropy"):
        it = labs.loss_gradients(case["input"], target, loss)
        for name in ("scores", "query", "keys", "values", "W", "Wq", "U", "v"):
            reference = it.get(name)
            if reference is None:
                continue
            lists = [flat(x) if isinstance(x[0], list) else x for x in (reference, core[loss][name])]
            other = plain[loss].get(name)
            if other is not None and isinstance(other[0], list):
                other = flat(other)
            note_all(f"∂{name}", lists[0], [U] * len(lists[0]), (lists[1], None, other), index)
    derived = generate.derive({**case["input"], "temperature": 1})
    reference = flat(derived["gradientQuery"])
    note_all("gradientQuery", reference, [U] * len(reference), (core["gradientQuery"], None, None), index)


def attention_case(case, index):
    u = mpf(2) ** -24
    q, K, V = case["q"], case["K"], case["V"]
    d, n = len(q), len(K)
    scale = mpf(case["scale"])
    query, keys, values = generate.vector(q), generate.matrix(K), generate.matrix(V)
    alpha = [scale * generate.dot(query, key) for key in keys]
    sigma = max(abs(scale) * mp.fsum(abs(x * y) for x, y in zip(query, key)) for key in keys)
    it = generate.softmax(alpha, 1)
    p, m, L = it["weights"], it["max"], it["logSumExp"]
    mean = mp.fsum(w * (m - a) for w, a in zip(p, alpha))
    spare = 2 * 128 + 12 * math.ceil(n / 128) + 12
    f = np.float32
    scores = (np.array(K, f) @ np.array(q, f)) * f(case["scale"])
    weights = special.softmax(scores)
    outputs = weights @ np.array(V, f)
    unit = u * ((d + 1) * sigma + mean + mpf(spare) / 2 + abs(L))
    note("attention L", L, unit, (case["core"]["logSumExp"], special.logsumexp(scores), None), index)
    for c in range(len(V[0])):
        output = mp.fsum(w * row[c] for w, row in zip(p, values))
        bound = u * mp.fsum(
            w * abs(row[c]) * (2 * (d + 1) * sigma + m - a + mean + spare)
            for w, row, a in zip(p, values, alpha)
        ) + mpf(2) ** -126 * (1 + mp.fsum(abs(row[c]) for row in values))
        note("attention o", output, bound, (case["core"]["output"][c], outputs[c], None), index)


GROUPS = {
    "softmax": softmax_case,
    "smooth maxima": smooth_case,
    "scores": scores_case,
    "normalizers": normalizer_case,
    "gradients": gradients_case,
    "attention": attention_case,
}

for number, line in enumerate(sys.stdin):
    given = json.loads(line)
    GROUPS[given["group"]](given, given["index"])
# JSON has no name for what is not finite.
sys.stdout.write(json.dumps(worst).replace("Infinity", "1e999"))
