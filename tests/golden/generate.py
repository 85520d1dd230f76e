#!/usr/bin/env python3
"""Writes the numeric golden files beside it, from mpmath at 60 digits.

    python3 tests/golden/generate.py            # writes them beside this file
    python3 tests/golden/generate.py --check    # fails if they differ from what would be written

Every input is a float64 and is taken exactly. Numbers are written as the shortest decimal that
reads back as the nearest float64; what JSON has no number for is a string: "Infinity",
"-Infinity", "NaN". Names are those of the TypeScript interface.
"""

import json
import math
import random
import sys
from fractions import Fraction
from pathlib import Path

import mpmath
from mpmath import mp, mpf

mp.dps = 60
HERE = Path(__file__).parent
INF = math.inf
NAN = math.nan


# ---------------------------------------------------------------- numbers


def nearest(x):
    """The float64 nearest to x, subnormals and overflow included."""
    if isinstance(x, (int, float)):
        return float(x)
    if mp.isnan(x):
        return NAN
    if mp.isinf(x):
        return INF if x > 0 else -INF
    if x == 0 or abs(x) < mpf(2) ** -1080:
        return 0.0
    sign, mantissa, exponent, _ = x._mpf_
    exact = Fraction(int(mantissa)) * Fraction(2) ** exponent
    try:
        return float(-exact if sign else exact)
    except OverflowError:
        return -INF if sign else INF


def encode(value):
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, (float, mpf)):
        number = nearest(value)
        if math.isnan(number):
            return "NaN"
        if math.isinf(number):
            return "Infinity" if number > 0 else "-Infinity"
        if number == int(number) and abs(number) < 2**53:
            return int(number)
        return number
    if isinstance(value, dict):
        return {key: encode(entry) for key, entry in value.items()}
    return [encode(entry) for entry in value]


def decode(value):
    """The float64 a golden number stands for."""
    return float(value.replace("Infinity", "inf")) if isinstance(value, str) else float(value)


def real(x):
    return mpf(x)


def vector(x):
    return [real(entry) for entry in x]


def matrix(x):
    return [vector(row) for row in x]


# ---------------------------------------------------------------- scores


def dot(a, b):
    return mp.fsum(x * y for x, y in zip(a, b))


def times(A, x):
    return [dot(row, x) for row in A]


def transpose(A):
    return [list(column) for column in zip(*A)]


def identity(n):
    return [[real(i == j) for j in range(n)] for i in range(n)]


class Score:
    """A score function with its gradients in q and k."""

    def __init__(self, kind, parameters, query_size, key_size):
        self.kind = kind
        given = parameters or {}
        self.W = matrix(given["W"]) if "W" in given else None
        self.Wq = matrix(given["Wq"]) if "Wq" in given else None
        self.U = matrix(given["U"]) if "U" in given else None
        if kind == "bilinear" and self.W is None:
            self.W = identity(query_size)
        if kind == "additive":
            hidden = len(self.Wq or self.U or [0] * query_size)
            self.Wq = self.Wq or identity(query_size)
            self.U = self.U or identity(key_size)
            self.v = vector(given.get("v", [1] * hidden))
        self.sigma = real(given.get("sigma", 1))

    def __call__(self, q, k):
        if self.kind == "dot":
            return dot(q, k)
        if self.kind == "scaled":
            return dot(q, k) / mp.sqrt(len(q))
        if self.kind == "bilinear":
            return dot(q, times(self.W, k))
        if self.kind == "additive":
            return dot(self.v, [mp.tanh(z) for z in self._hidden(q, k)])
        if self.kind == "cosine":
            norms = mp.sqrt(dot(q, q) * dot(k, k))
            return dot(q, k) / norms if norms else real(0)
        return -mp.fsum((a - b) ** 2 for a, b in zip(q, k)) / (2 * self.sigma**2)

    def _hidden(self, q, k):
        return [a + b for a, b in zip(times(self.Wq, q), times(self.U, k))]

    def _slopes(self, q, k):
        return [v / mp.cosh(z) ** 2 for v, z in zip(self.v, self._hidden(q, k))]

    def gradient_query(self, q, k):
        if self.kind == "bilinear":
            return times(self.W, k)
        if self.kind == "additive":
            return times(transpose(self.Wq), self._slopes(q, k))
        return self._symmetric(q, k)

    def gradient_key(self, q, k):
        if self.kind == "bilinear":
            return times(transpose(self.W), q)
        if self.kind == "additive":
            return times(transpose(self.U), self._slopes(q, k))
        return self._symmetric(k, q)

    def _symmetric(self, a, b):
        if self.kind == "dot":
            return b
        if self.kind == "scaled":
            return [x / mp.sqrt(len(a)) for x in b]
        if self.kind == "gaussian":
            return [(y - x) / self.sigma**2 for x, y in zip(a, b)]
        if not dot(b, b):
            return [real(0)] * len(a)
        if not dot(a, a):
            return [real("nan")] * len(a)
        na, nb = mp.sqrt(dot(a, a)), mp.sqrt(dot(b, b))
        s = dot(a, b) / (na * nb)
        return [(y / nb - s * x / na) / na for x, y in zip(a, b)]


# ---------------------------------------------------------------- softmax


def softmax(scores, temperature):
    """The quantities that are functions of the scores and τ alone. −∞ is a masked item."""
    n = len(scores)
    attended = [i for i in range(n) if scores[i] != -INF]
    m = max(scores[i] for i in attended)
    M = [i for i in attended if scores[i] == m]
    k = len(M)
    losers = [i for i in attended if i not in set(M)]
    cold, hot = temperature == 0, temperature == INF
    infinite = m == INF
    support = M if cold or infinite else attended
    tau = real(temperature)
    t = {i: real(0) if i in set(M) or hot else (real(scores[i]) - m) / tau for i in support}
    u = {i: mp.exp(t[i]) for i in support}
    losing = mp.fsum(u[i] for i in losers if i in u)
    S = k + losing
    log_S = mp.log1p(S - 1 if k > 1 else losing)
    excess = (k - 1) + losing
    p = {i: u[i] / S for i in support}
    gap = INF if not losers else real(m) - max(scores[i] for i in losers) if not infinite else INF
    epsilon = max((u[i] for i in losers if i in u), default=real(0))
    most = len(losers) * epsilon
    minus_infinity = real("-inf")
    lse_minus_max = (
        (real(INF) if len(attended) > 1 else real(0)) if hot else tau * log_S if not cold else real(0)
    )
    if infinite:
        mean = real(INF)
    else:
        mean = m + mp.fsum(p[i] * (real(scores[i]) - m) for i in support)
    return {
        "M": M,
        "k": k,
        "support": support,
        "attended": attended,
        "u_exact": u,
        "p_exact": p,
        "excess": excess,
        "others": {i: excess / S if i in set(M) else (S - u[i]) / S for i in support},
        "max": real(m),
        "argmax": M[0],
        "ties": M,
        "gap": gap,
        "oneHot": [int(i == M[0]) for i in range(n)],
        "shifted": [
            real(0) if i in set(M) else minus_infinity if scores[i] == -INF or infinite
            else real(scores[i]) - m for i in range(n)
        ],
        "expShifted": [u.get(i, real(0)) for i in range(n)],
        "sumExp": S,
        "logSumExp": real(m) + lse_minus_max,
        "lseMinusMax": lse_minus_max,
        "lseMinusMaxBounds": [
            (real(INF) if k > 1 else real(0)) if hot else tau * mp.log(k) if not cold else real(0),
            lse_minus_max if hot or cold else tau * mp.log1p((k - 1) + most),
        ],
        "meanScore": mean,
        "weights": [p.get(i, real(0)) for i in range(n)],
        "logWeights": [t[i] - log_S if i in p else minus_infinity for i in range(n)],
        "totalVariation": excess / S,
        "klDivergence": log_S,
        "totalVariationToTies": losing / S,
        "totalVariationBounds": [epsilon / (k + epsilon), most / (k + most)],
        "entropy": log_S - mp.fsum(p[i] * t[i] for i in support),
    }


SOFTMAX_FIELDS = [
    "max", "argmax", "ties", "gap", "oneHot", "shifted", "expShifted", "sumExp", "logSumExp",
    "lseMinusMax", "lseMinusMaxBounds", "meanScore", "weights", "logWeights", "totalVariation",
    "klDivergence", "totalVariationToTies", "totalVariationBounds", "entropy",
]


def jacobian(parts, n, temperature):
    result = [[real(0)] * n for _ in range(n)]
    p = parts["p_exact"]
    if temperature == INF or (temperature == 0 and parts["k"] == 1):
        return result
    for i in p:
        for j in p:
            if temperature == 0:
                result[i][j] = real(INF) if i == j else real(-INF)
            elif i == j:
                result[i][j] = p[i] * parts["others"][i] / real(temperature)
            else:
                result[i][j] = -p[i] * p[j] / real(temperature)
    return result


def norm(x):
    return mp.sqrt(dot(x, x))


def derive(case):
    """The expected Derivation of an input."""
    temperature = decode(case.get("temperature", 1))
    X = case.get("X")
    values = [[decode(x) for x in row] for row in X] if X is not None else None
    expected = {}
    if "q" in case:
        q = vector(case["q"])
        kind = case.get("score", "dot")
        keys = [[decode(x) for x in row] for row in case.get("K", X)]
        mask = case.get("mask", [True] * len(keys))
        score = Score(kind, case.get("parameters"), len(q), len(keys[0]))
        exact = [score(q, vector(key)) if attend else -INF for key, attend in zip(keys, mask)]
        # What follows is a function of the float64 scores.
        scores = [nearest(s) for s in exact]
        if kind in ("dot", "scaled"):
            root = mp.sqrt(len(q)) if kind == "scaled" else 1
            expected["scoreTerms"] = [
                [a * b / root if attend else real(0) for a, b in zip(q, vector(key))]
                if attend else [0] * len(q) for key, attend in zip(keys, mask)
            ]
    else:
        scores = [decode(s) for s in case["scores"]]
        mask = case.get("mask", [True] * len(scores))
        scores = [s if attend else -INF for s, attend in zip(scores, mask)]
    n = len(scores)
    parts = softmax(scores, temperature)
    expected["scores"] = scores
    expected["scaledScores"] = [
        s if s in (-INF, 0) else 0 if temperature == INF
        else math.copysign(INF, s) if temperature == 0 or math.isinf(s)
        else real(s) / real(temperature)
        for s in scores
    ]
    for field in SOFTMAX_FIELDS:
        expected[field] = parts[field]
    if n <= 64:
        expected["jacobian"] = jacobian(parts, n, temperature)

    u, p, star, tv = parts["u_exact"], parts["p_exact"], parts["argmax"], parts["totalVariation"]
    none, hard, soft, raw = {}, {}, {}, {}
    if values is not None:
        d = len(values[0])
        x = {i: vector(values[i]) for i in parts["support"]}
        h = x[star]
        difference = [mp.fsum(p[i] * (x[i][j] - h[j]) for i in p) for j in range(d)]
        distance = norm(difference)
        output = [h[j] + difference[j] for j in range(d)]
        unnormalised = [mp.fsum(u[i] * x[i][j] for i in u) for j in range(d)]
        raw_distance = norm([mp.fsum(u[i] * x[i][j] for i in u if i != star) for j in range(d)])
        expected |= {
            "hardOutput": h,
            "tieMean": [mp.fsum(x[i][j] for i in parts["ties"]) / parts["k"] for j in range(d)],
            "softOutput": output,
            "shares": [[p[i] * x[i][j] if i in p else real(0) for j in range(d)] for i in range(n)],
            "outputDifference": difference,
            "outputDifferenceShare": [
                (entry / distance) ** 2 if nearest(distance) else real(0) for entry in difference
            ],
            "outputDistance": distance,
        }
        if "q" in case:
            zero_query = kind == "cosine" and not any(q)
            rows = [] if zero_query else [[real(0)] * len(q) for _ in range(d)]
            if not zero_query and temperature != INF:
                g = {i: score.gradient_query(q, vector(keys[i])) for i in p}
                for r in range(d):
                    for c in range(len(q)):
                        covariance = mp.fsum(
                            p[i] * (x[i][r] - output[r]) * (g[i][c] - g[star][c]) for i in p
                        )
                        if temperature > 0:
                            rows[r][c] = covariance / real(temperature)
                        elif abs(covariance) > mpf(10) ** -50:
                            rows[r][c] = real(INF) * mp.sign(covariance)
            expected["gradientQuery"] = rows
        hard = {"output": h, "outputDistance": 0}
        soft = {"output": output, "outputDistance": distance}
        raw = {"output": unnormalised, "outputDistance": raw_distance}
    else:
        hard = soft = raw = {"output": [], "outputDistance": NAN}
    none = {"output": [], "outputDistance": NAN, "weightSum": NAN, "weightDistance": NAN}
    hard = hard | {"weightSum": 1, "weightDistance": 0}
    soft = soft | {"weightSum": 1, "weightDistance": tv}
    raw = raw | {"weightSum": parts["sumExp"], "weightDistance": parts["excess"] / 2}
    table = [
        ("S1", "definition", "scores", None, none),
        ("S2", "definition", "scores", "oneHot", hard),
        ("S3", "equal", "oneHot", "oneHot", hard),
        ("S4", "equal", "shifted", "oneHot", hard),
        ("S5", "equal", "expShifted", "oneHot", hard),
        ("S6", "equal", "weights", "oneHot", hard),
        ("S7", "approx", "weights", "weights", soft),
        ("S8", "equal", "weights", "weights", soft),
        ("S9", "equal", "weights", "weights", soft),
        ("S7a", "approx", "expShifted", "expShifted", raw),
        ("S7b", "approx", "weights", "weights", soft),
    ]
    # "candidate" and "weights" name the field of the derivation that they equal.
    expected["steps"] = [
        {
            "id": step,
            "relation": relation,
            "candidate": candidate,
            "weights": weights,
            **acting,
            "candidateArgmax": [star] if candidate == "oneHot" else parts["ties"],
        }
        for step, relation, candidate, weights, acting in table
    ]
    zero_vector = "q" in case and case.get("score") == "cosine" and (
        not any(q) or any(attend and not any(vector(key)) for key, attend in zip(keys, mask))
    )
    expected["flags"] = [
        flag
        for flag, raised in [
            ("tie", parts["k"] > 1),
            ("cold-limit", temperature == 0),
            ("hot-limit", temperature == INF),
            ("infinite-score", parts["max"] == INF),
            ("zero-vector", zero_vector),
            ("masked", len(parts["attended"]) < n),
        ]
        if raised
    ]
    return expected


# ---------------------------------------------------------------- derivation.json

APPLE = [
    [0.875, 0.875, 0.75, 0.25],
    [1, 0.75, 0.25, 0.25],
    [0.875, 1, 0, 0.5],
    [0.5, 1, 0.75, 0.25],
    [0.125, 0.125, 0.875, 0.375],
    [1, 0.125, 0, 1],
]
PLANE = [[1.5, 0.5], [0.5, 1.5], [-1, 0.75], [-0.75, -1.25], [1, -1]]
PLANE_PARAMETERS = {
    "W": [[1, 0.5], [-0.25, 0.75]],
    "Wq": [[0.5, -0.25], [1, 0.5], [-0.5, 0.75]],
    "U": [[0.75, 0.25], [-0.5, 1], [0.25, -0.75]],
    "v": [1.5, -1, 0.5],
    "sigma": 1,
}
JOURNEY = [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.10],
    [0.05, 0.80, 0.55],
]
ATTENTION_KEYS = [[0, 1, 1], [4, 4, 0], [2, 3, 1]]
ATTENTION_QUERIES = [[1, 0, 2], [2, 2, 2], [2, 1, 3]]
ATTENTION_VALUES = [[1, 2, 3], [2, 8, 0], [2, 6, 3]]
SCORES = ["dot", "scaled", "bilinear", "additive", "cosine", "gaussian"]
HUGE = 1.7e308
TINY = 5e-324


def derivation_cases():
    """(name, input) in a fixed order."""

    def at(name, temperatures, case):
        for temperature in temperatures:
            yield f"{name} at {encode(float(temperature))}", {**case, "temperature": temperature}

    yield from at("apple", [1, 0.25, 4, 0, INF], {"X": APPLE, "q": [2, 2, 2, -1]})
    yield from at("apple, second query", [1, 0.25], {"X": APPLE, "q": [1, -0.5, -1, 1]})
    yield from at("plane", [1, 0.125, 8], {"X": PLANE, "q": [1, 0.5]})
    tie = {"X": [[1, 1], [1, -1], [0, 0.5], [-1, 0]], "q": [1, 0]}
    yield from at("tie", [1, 0.0625, 0, INF], tie)
    overflow = [[1, 1], [1 - 2**-10, -1], [1 - 2**-9, 0.5], [-1, 0]]
    yield from at("overflow", [1], {"X": overflow, "q": [1000, 0]})
    underflow = [[1, 1], [1 + 2**-10, -1], [1 + 2**-9, 0.5]]
    yield from at("underflow", [1], {"X": underflow, "q": [-1000, 0]})
    false_tie = [[0.25, 1], [0.25 + 2**-54, -1]]
    yield from at("false tie", [1], {"X": false_tie, "q": [1, 0]})
    yield from at("journey", [1], {"X": JOURNEY, "q": JOURNEY[1]})
    for row, q in enumerate(ATTENTION_QUERIES):
        case = {"X": ATTENTION_VALUES, "K": ATTENTION_KEYS, "q": q}
        yield from at(f"self-attention q{row + 1}", [1], case)
    for kind in SCORES:
        case = {"X": PLANE, "q": [1, 0.5], "score": kind, "parameters": PLANE_PARAMETERS}
        yield from at(f"{kind} in the plane", [1, 0.125], case)
        yield from at(f"{kind} with its defaults", [1], {"X": PLANE, "q": [1, 0.5], "score": kind})
    # Sizes that all differ: d_q = 2, d_k = 3, d = 1, h = 4, n = 5.
    keys = [[1, 2, -0.5], [0.25, -1, 3], [0, 0.5, 0.5], [-2, 1, 0.125], [1.5, 1.25, -1]]
    oblong = {"K": keys, "q": [0.75, -1.25], "X": [[1], [-2], [3], [0.5], [4]]}
    W = [[1, -0.5, 0.25], [0.75, 2, -1]]
    yield "bilinear, oblong", {**oblong, "score": "bilinear", "parameters": {"W": W}}
    additive = {
        "Wq": [[0.5, 1], [-1, 0.25], [2, 0], [0.125, -0.75]],
        "U": [[1, 0, -1], [0.5, 0.5, 0.25], [0, 2, -0.5], [-1, 0.75, 1]],
        "v": [1, -2, 0.5, 0.25],
    }
    yield "additive, oblong", {**oblong, "score": "additive", "parameters": additive}
    yield "gaussian, narrow", {
        "X": PLANE, "q": [1, 0.5], "score": "gaussian", "parameters": {"sigma": 0.25},
    }
    yield "row-major", {"X": [[1, 2], [3, 4], [5, 6]], "q": [1, 10], "temperature": 16}

    # The other inputs: extremes, masks, limits.
    def scores(name, values, **others):
        return name, {"scores": values, **others}

    three = [[1, 0], [0, 1], [-1, 2]]
    yield scores("large scores", [1000, 1001, 1002], X=three)
    yield scores("large negative scores", [-1002, -1001, -1000], X=three)
    yield scores("scores at the end of the range", [HUGE, -HUGE, 0], X=three)
    yield scores("neighbours at the end of the range", [HUGE, math.nextafter(HUGE, 0), -HUGE])
    yield scores("all at the bottom of the range", [-HUGE, -HUGE, -HUGE], X=three)
    yield scores("a difference that overflows, divided by a huge τ", [HUGE, -HUGE],
                 temperature=1e308, X=[[1], [0]])
    yield scores("the same at the largest τ", [HUGE, -HUGE, 1.0],
                 temperature=sys.float_info.max, X=three)
    yield scores("subnormal τ, tiny differences", [3 * TINY, TINY, 0], temperature=2 * TINY, X=three)
    yield scores("subnormal τ, ordinary differences", [1, 0.5, -2], temperature=TINY, X=three)
    yield scores("subnormal τ under scores at the end of the range", [1e-320, -HUGE, 2e-320],
                 temperature=1e-320, X=three)
    yield scores("tiny weights", [0, -700, -720, -744, -745, -746, -800], X=[[i] for i in range(7)])
    yield scores("a loser that is subnormal", [0, -715], X=[[1], [2]])
    yield scores("a loser below the subnormals", [0, -800], X=[[1], [2]])
    yield scores("a loser below the subnormals that a huge τ lifts", [1.4e308, -1.4e308],
                 temperature=2e305, X=[[1], [0]])
    yield scores("log-softmax needs log1p", [40, 0])
    yield scores("log-sum-exp near zero", [0, -40])
    yield scores("log-softmax of large equal scores", [1e8, 1e8])
    yield scores("tie with a loser", [1, 3, 3, 0.5], X=[[1], [2], [3], [4]])
    yield scores("tie, τ = 0", [3, 3, 2], temperature=0, X=three)
    yield scores("cold limit", [1, 3, 2], temperature=0, X=three)
    yield scores("hot limit", [1, 3, 2], temperature=INF, X=three)
    yield scores("hot limit of one", [7], temperature=INF, X=[[2]])
    yield scores("one item", [-3], X=[[2, 5]])
    yield scores("all equal", [2, 2, 2, 2], X=[[1], [3], [5], [7]])
    yield scores("masked item", [1, 2, 3], mask=[True, True, False], X=three)
    yield scores("masked item holds NaN and ∞", [1, 2, "NaN"], mask=[True, True, False],
                 X=[[1, 2], [3, 4], ["NaN", "-Infinity"]])
    yield scores("far below a finite mask constant", [-200000, -199999, 3],
                 mask=[True, True, False], X=three)
    yield scores("−∞ is a mask", [1, "-Infinity", 2], X=[[1], ["NaN"], [2]])
    yield scores("masked in the hot limit", [1, "-Infinity", 2], temperature=INF, X=[[1], [0], [2]])
    yield scores("one score of +∞", ["Infinity", 0], X=[[1], [2]])
    yield scores("+∞ beside −∞", ["-Infinity", "Infinity"], X=[["NaN"], [2]])
    yield scores("+∞ in the cold limit", [5, "Infinity", 4], temperature=0, X=three)
    yield scores("values at the end of the range", [0, 0.5, 0.25], X=[[HUGE], [HUGE], [-HUGE]])
    yield scores("tiny values", [0, 0.5], X=[[TINY, 1e-310], [3 * TINY, -1e-310]])
    yield scores("a tiny weight times a huge value", [0, -730], X=[[0.0], [1e300]])
    yield "NaN behind the mask of a query", {
        "X": [[1, 0], ["NaN", "Infinity"], [0, 1]], "q": [2, 1], "mask": [True, False, True],
    }
    yield "cosine of a zero vector", {"X": [[1, 2], [0, 0]], "q": [3, 1], "score": "cosine"}
    yield "cosine of a zero query", {"X": [[1, 2], [0, 0]], "q": [0, 0], "score": "cosine"}
    yield "cosine of tiny and huge vectors", {
        "X": [[1e-300, 2e-300], [3e300, -1e300], [TINY, 0]], "q": [1e-200, 3e-200],
        "score": "cosine", "K": [[1e-300, 2e-300], [3e300, -1e300], [TINY, 0]],
    }
    yield "gaussian without expansion", {
        "X": [[100000001, 0], [100000000, 0]], "q": [1e8, 0], "score": "gaussian",
    }
    yield "gaussian of close vectors", {
        "X": [[0.7000000009999999, 0.4, 0.3], [0.7, 0.5, 0.3]], "q": [0.7, 0.4, 0.3],
        "score": "gaussian",
    }
    yield "gaussian of tiny and huge vectors", {
        "X": [[1e-200, 0], [3e-200, 1e-200]], "q": [0, 0], "score": "gaussian",
        "parameters": {"sigma": 1e-200},
    }
    yield "dot product that cancels", {
        "X": [[1e16, 1, -1e16], [1, 1, 1]], "q": [1, 1, 1], "temperature": 4,
    }
    yield "dot product beyond the range on the way", {
        "X": [[1e300, 1e300], [1e-300, -1e-300]], "q": [1e20, -1e20],
    }
    yield "dot product below the range on the way", {"X": [[1e-300, 2], [3e-300, 1]], "q": [1e-300, 1]}


# (name, input, code, argument, row, column); −1 where there is no row or column.
ERRORS = [
    ("no items", {"X": [], "q": [1]}, "Empty", "X", -1, -1),
    ("no scores", {"scores": []}, "Empty", "scores", -1, -1),
    ("no query and no scores", {"X": [[1]]}, "BadArgument", "q", -1, -1),
    ("a query and scores", {"X": [[1]], "q": [1], "scores": [1]}, "BadArgument", "scores", -1, -1),
    ("a query without values", {"q": [1], "K": [[1]]}, "BadArgument", "X", -1, -1),
    ("query too long", {"X": [[1, 2]], "q": [1, 2, 3]}, "ShapeMismatch", "q", -1, -1),
    ("too few keys", {"X": [[1], [2]], "K": [[1]], "q": [1]}, "ShapeMismatch", "K", -1, -1),
    ("too few values", {"X": [[1]], "scores": [1, 2]}, "ShapeMismatch", "X", -1, -1),
    ("short mask", {"scores": [1, 2], "mask": [True]}, "ShapeMismatch", "mask", -1, -1),
    ("NaN in the query", {"X": [[1, 2]], "q": [1, "NaN"]}, "NotANumber", "q", 0, 1),
    ("∞ in the query", {"X": [[1, 2]], "q": ["Infinity", 1]}, "NotFinite", "q", 0, 0),
    ("NaN in the values", {"X": [[1, 2], [3, "NaN"]], "scores": [1, 2]}, "NotANumber", "X", 1, 1),
    ("NaN in values that are keys", {"X": [[1, 2], ["NaN", 4]], "q": [1, 1]}, "NotANumber", "X", 1, 0),
    ("∞ in the values", {"X": [[1], ["-Infinity"]], "scores": [1, -900]}, "NotFinite", "X", 1, 0),
    ("∞ in a key", {"X": [[1]], "K": [["Infinity"]], "q": [1]}, "NotFinite", "K", 0, 0),
    ("NaN among the scores", {"scores": [3, "NaN", 1, 5]}, "NotANumber", "scores", 1, 0),
    ("all masked", {"scores": [1, 2], "mask": [False, False]}, "NothingToAttend", "", -1, -1),
    ("all −∞", {"scores": ["-Infinity"] * 3, "X": [[1], [2], [3]]}, "NothingToAttend", "", -1, -1),
    ("several +∞", {"scores": ["Infinity", 0, "Infinity"]}, "NotDetermined", "scores", 2, 0),
    ("+∞ at τ = ∞", {"scores": [0, "Infinity"], "temperature": "Infinity"}, "NotDetermined", "scores", 1, 0),
    ("negative τ", {"scores": [1, 2], "temperature": -1}, "BadTemperature", "temperature", -1, -1),
    ("τ = −∞", {"scores": [1], "temperature": "-Infinity"}, "BadTemperature", "temperature", -1, -1),
    ("τ is NaN", {"scores": [1, 2], "temperature": "NaN"}, "BadTemperature", "temperature", -1, -1),
    ("dot product past the range", {"X": [[1], [1e200]], "q": [1e200]}, "ScoreOverflow", "", 1, -1),
    (
        "gaussian past the range",
        {"X": [[1e200], [0]], "q": [0], "score": "gaussian"},
        "ScoreOverflow", "", 0, -1,
    ),
    ("σ = 0", {"X": [[1]], "q": [1], "score": "gaussian", "parameters": {"sigma": 0}}, "BadArgument", "sigma", -1, -1),
    ("σ is NaN", {"X": [[1]], "q": [1], "score": "gaussian", "parameters": {"sigma": "NaN"}}, "NotANumber", "sigma", -1, -1),
    ("σ = ∞", {"X": [[1]], "q": [1], "score": "gaussian", "parameters": {"sigma": "Infinity"}}, "NotFinite", "sigma", -1, -1),
    ("W of the wrong shape", {"X": [[1, 2]], "q": [1, 2], "score": "bilinear", "parameters": {"W": [[1, 2]]}}, "ShapeMismatch", "W", -1, -1),
    ("NaN in W", {"X": [[1]], "q": [1], "score": "bilinear", "parameters": {"W": [["NaN"]]}}, "NotANumber", "W", 0, 0),
    ("U of the wrong shape", {"X": [[1, 2]], "q": [1, 2], "score": "additive", "parameters": {"U": [[1], [2]]}}, "ShapeMismatch", "U", -1, -1),
    ("v of the wrong length", {"X": [[1, 2]], "q": [1, 2], "score": "additive", "parameters": {"v": [1]}}, "ShapeMismatch", "v", -1, -1),
    ("∞ in v", {"X": [[1, 2]], "q": [1, 2], "score": "additive", "parameters": {"v": [1, "Infinity"]}}, "NotFinite", "v", 0, 1),
]


def derivation_file():
    cases = []
    for name, case in derivation_cases():
        case = encode(case)
        cases.append({"name": name, "input": case, "expected": encode(derive(case))})
    for name, case, code, argument, row, column in ERRORS:
        error = {"code": code, "argument": argument, "row": row, "column": column}
        cases.append({"name": name, "input": encode(case), "error": error})
    return (
        "["
        + ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
        + "]\n"
    )


# ---------------------------------------------------------------- accuracy.json


def residue(x):
    """[float64, what is left of x in ulps of it, to 3 places]: an error can be measured finely."""
    number = nearest(x)
    if number == 0 or math.isinf(number):
        return [number, 0]
    left = (mpf(x) - mpf(number)) / mpf(math.ulp(number))
    return [number, float(mp.nstr(left, 3))]


ACCURACY_FIELDS = ["lseMinusMax", "klDivergence", "totalVariation", "totalVariationToTies", "entropy"]


def accuracy_rows():
    """Random scores at every range and temperature."""
    generator = random.Random(20240229)

    def normal(n, spread):
        return [generator.gauss(0, 1) * spread for _ in range(n)]

    def size():
        return generator.choice([2, 2, 3, 3, 4, 5, 6, 8])

    def log_uniform(low, high):
        return 2.0 ** generator.uniform(low, high)

    def ordinary():
        return normal(size(), log_uniform(-6, 10)), log_uniform(-5, 5)

    def wild():
        # A range of |α − m|/τ chosen first, at scales far from 1.
        scale = log_uniform(-900, 900)
        return [x * scale for x in normal(size(), 1)], scale * log_uniform(-10, 10)

    def far_from_zero():
        offset = generator.choice([-1, 1]) * log_uniform(5, 40)
        return [offset + x for x in normal(size(), log_uniform(-4, 9))], log_uniform(-4, 4)

    def near_ties():
        centre = generator.gauss(0, 1) * log_uniform(-4, 8)
        scores = [centre + generator.randint(0, 3) * math.ulp(centre) for _ in range(size())]
        scores += [centre - generator.random() * 40 for _ in range(generator.randint(0, 2))]
        return scores, log_uniform(-3, 3)

    def subnormal_weights():
        # Losers about e^−745 … e^−680, some of them far below.
        temperature = log_uniform(-20, 20)
        winners = generator.choice([1, 1, 1, 2])
        top = generator.choice([0.0, generator.gauss(0, 100) * temperature])
        losers = [top - temperature * generator.uniform(676, 755) for _ in range(size())]
        return [top] * winners + losers, temperature

    def subnormal_inputs():
        temperature = generator.randint(1, 2**20) * TINY
        return [generator.randint(-(2**22), 2**22) * TINY for _ in range(size())], temperature

    def end_of_range():
        scores = [generator.uniform(-1, 1) * sys.float_info.max for _ in range(size())]
        return scores, min(log_uniform(1010, 1024), sys.float_info.max)

    def lifted():
        # e^t far below the subnormals, with a τ that lifts τ log S back into the range.
        temperature = log_uniform(1005, 1014)
        low = -temperature * generator.uniform(700, 1460)
        return [-low / 2, low / 2 * generator.uniform(0.999, 1)], temperature

    counts = [
        (ordinary, 600), (wild, 300), (far_from_zero, 300), (near_ties, 200),
        (subnormal_weights, 500), (subnormal_inputs, 100), (end_of_range, 100), (lifted, 100),
    ]
    for make, count in counts:
        for _ in range(count):
            scores, temperature = make()
            if temperature > 0 and all(math.isfinite(s) for s in scores):
                yield scores, temperature


def accuracy_file():
    rows = []
    for scores, temperature in accuracy_rows():
        parts = softmax(scores, temperature)
        rows.append(
            {
                "scores": scores,
                "temperature": temperature,
                "weights": [residue(p) for p in parts["weights"]],
                **{field: residue(parts[field]) for field in ACCURACY_FIELDS},
            }
        )
    # A table, to be small: names once, then a row each.
    columns = list(rows[0])
    lines = [json.dumps([encode(row[c]) for c in columns], separators=(",", ":")) for row in rows]
    return '{"columns":' + json.dumps(columns) + ',\n"rows":[' + ",\n".join(lines) + "]}\n"


# ---------------------------------------------------------------- scores.json


def score_rows():
    """(score, parameters, q, key): sizes that differ where they may, and every magnitude."""
    generator = random.Random(20170612)

    def row(n, magnitude=1.0):
        return [generator.uniform(-1, 1) * magnitude for _ in range(n)]

    for kind in SCORES:
        for repeat in range(12):
            d_q = generator.randint(1, 5)
            d_k = generator.randint(1, 5) if kind in ("bilinear", "additive") else d_q
            hidden = generator.randint(1, 5)
            scale = 1.0 if repeat < 6 else 2.0 ** generator.randint(-400, 400)
            parameters = {}
            if kind == "bilinear":
                parameters["W"] = [row(d_k) for _ in range(d_q)]
            if kind == "additive":
                # Up to where tanh saturates, at the scale of q and k.
                size = 1 if repeat < 6 else 30
                scale = 1.0
                parameters["Wq"] = [row(d_q, size) for _ in range(hidden)]
                parameters["U"] = [row(d_k, size) for _ in range(hidden)]
                parameters["v"] = row(hidden)
            if kind == "gaussian":
                parameters["sigma"] = scale * generator.uniform(0.1, 10)
            q, key = row(d_q, scale), row(d_k, scale)
            if kind in ("cosine", "gaussian") and repeat % 4 == 3:
                # Nearly the same direction, nearly the same point: where formulas cancel.
                key = [x * (1 + generator.randint(0, 4) * 2.0**-50) for x in q]
            yield kind, parameters, q, key
    yield "cosine", {}, [3.0, 4.0], [0.0, 0.0]
    yield "cosine", {}, [0.0, 0.0], [3.0, 4.0]
    yield "additive", {}, [0.5, -0.25], [1.0, 2.0]
    yield "bilinear", {}, [0.5, -0.25], [1.0, 2.0]


def scores_file():
    lines = []
    for kind, parameters, q, key in score_rows():
        score = Score(kind, parameters, len(q), len(key))
        exact_q, exact_key = vector(q), vector(key)
        row = {
            "score": kind,
            "parameters": parameters,
            "q": q,
            "key": key,
            "value": score(exact_q, exact_key),
            "gradientQuery": score.gradient_query(exact_q, exact_key),
            "gradientKey": score.gradient_key(exact_q, exact_key),
        }
        lines.append(json.dumps(encode(row), separators=(",", ":")))
    return "[" + ",\n".join(lines) + "]\n"


# ---------------------------------------------------------------- wide.json


def wide(x):
    """[hi, lo, exponent]: x to 106 bits as (hi + lo)·2^exponent, ½ ≤ |hi| < 1."""
    if x == 0:
        return [0.0, 0.0, 0]
    mantissa, exponent = mp.frexp(x)
    hi = nearest(mantissa)
    return [hi, nearest(mantissa - hi), int(exponent)]


def wide_file():
    generator = random.Random(19710601)

    def operand(exponents):
        x = mpf(generator.getrandbits(106)) / mpf(2) ** 106
        return (x + 1) / 2 * generator.choice([-1, 1]) * mpf(2) ** generator.randint(*exponents)

    def value(parts):
        return (mpf(parts[0]) + mpf(parts[1])) * mpf(2) ** parts[2]

    binary = {
        "+": lambda x, y: x + y, "-": lambda x, y: x - y,
        "*": lambda x, y: x * y, "/": lambda x, y: x / y,
    }
    unary = {
        "sqrt": (mp.sqrt, (-2000, 2000)), "exp": (mp.exp, (-60, 11)), "log1p": (mp.log1p, (-200, 40)),
        "log": (mp.log, (-3, 3)),
    }
    rows = []
    for name, operation in binary.items():
        for repeat in range(40):
            close = (-3, 3) if name in "+-" else (-3000, 3000)
            x, y = wide(operand(close)), wide(operand(close))
            rows.append([name, x, y, wide(operation(value(x), value(y)))])
    for name, (operation, exponents) in unary.items():
        for repeat in range(60):
            x = abs(operand(exponents))
            x = wide(-x if name == "exp" else x)
            rows.append([name, x, [0.0, 0.0, 0], wide(operation(value(x)))])
    return "[" + ",\n".join(json.dumps(encode(row), separators=(",", ":")) for row in rows) + "]\n"


FILES = {
    "derivation.json": derivation_file,
    "accuracy.json": accuracy_file,
    "scores.json": scores_file,
    "wide.json": wide_file,
}


def main(files):
    check = sys.argv[1:] == ["--check"]
    differing = []
    for name, make in files.items():
        path, text = HERE / name, make()
        if not check:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            differing.append(name)
    if differing:
        sys.exit(f"differs from what {Path(sys.argv[0]).name} writes: {', '.join(differing)}")


if __name__ == "__main__":
    main(FILES)
