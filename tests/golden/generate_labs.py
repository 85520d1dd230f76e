#!/usr/bin/env python3
"""Writes the golden files of everything round the derivation, from mpmath at 60 digits.

    python3 tests/golden/generate_labs.py            # writes them beside this file
    python3 tests/golden/generate_labs.py --check    # fails if they differ from what would be written

Conventions and numbers are those of generate.py. Where the library solves an equation it is solved
here in another way: by bisection on the shift of the scores.
"""

import json
import random

from generate import encode, main, mp, mpf, real, residue, softmax

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


FILES = {
    "normalizers.json": normalizers_file,
}

if __name__ == "__main__":
    main(FILES)
