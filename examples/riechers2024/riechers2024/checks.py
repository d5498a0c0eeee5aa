"""Computed checks: hard inputs at 50 digits, exact ranks, a quadrature."""

from collections.abc import Iterator

import mpmath
import numpy as np

from lemmata import Array, Cell, Run, backends, cases, exact
from riechers2024.layernorm import centred, composed, layer_norm, projector, scaled

TIGHT = 1e-40
INPUTS: dict[str, list[float]] = {
    "two neurons": [1, 3],
    "two equal ones": [5, 5],
    "a constant input": [2, 2, 2, 2],
    "one spike": [0, 0, 0, 9],
    "alternating": [1, -1, 1, -1, 1],
    "nearly constant": [1, 1, 1 + 2**-40],
    "of all sizes": [2**-30, -1, 2**20],
    "of sum 0": [3, -1, -2],
}
GAINS = (1, -2, 0.5, 8, -0.125)
EPSILONS = (2**-60, 2**-10, 1, 2**20)


def inputs(zero_gain: bool = False) -> Iterator[tuple[str, dict[str, Array]]]:
    """Inputs of every size with gains of both signs, and with a gain 0 where that is allowed."""
    for name, values in INPUTS.items():
        for eps in EPSILONS:
            gains = [*(0 for _ in range(zero_gain)), *GAINS][: len(values)]
            shift = [3, -1, 0, 2, 5][: len(values)]
            a, g, b = map(cases.mpf_array, (values, gains, shift))
            yield f"{name}, eps = {eps:.0e}", {"a": a, "g": g, "b": b, "eps": mpmath.mpf(eps)}


def near(given: dict[str, Array]) -> dict[str, Array]:
    return {name: given[name] for name in ("a", "eps")}


@exact(
    "riechers2024:formula",
    routes=("the composition", "mean and variance"),
    domain="hard inputs, N = 2 to 5, one gain 0",
)
def mean_and_variance(run: Run) -> Iterator[Cell]:
    for label, given in inputs(zero_gain=True):
        a, N = given["a"], len(given["a"])
        mean = mpmath.fsum(a) / N
        variance = mpmath.fsum((v - mean) ** 2 for v in a) / N
        deviation = mpmath.sqrt(variance + given["eps"])
        values = zip(a, given["g"], given["b"], strict=True)
        y = [(v - mean) / deviation * g + b for v, g, b in values]
        yield Cell(given, np.array(y), TIGHT, label=label)


@exact(
    "riechers2024:projection",
    routes=("sums of powers", "deviations from the mean"),
    domain="hard inputs, N = 2 to 5",
)
def deviations(run: Run) -> Iterator[Cell]:
    for label, values in INPUTS.items():
        a = cases.mpf_array(values)
        yield Cell({"a": a}, mpmath.fsum(v * v for v in centred(a)), 1e-25, label=label)


@exact("riechers2024:ball", routes=("N", "the length of z"), domain="hard inputs, N = 2 to 5")
def lengths(run: Run) -> Iterator[Cell]:
    for label, given in inputs():
        seen = (scaled(**near(given)) ** 2).sum()
        yield Cell(near(given), seen, TIGHT, label=label)


@exact(
    "riechers2024:depth-below-surface",
    routes=("the closed form", "the length of z"),
    domain="hard inputs, N = 2 to 5",
)
def what_is_left(run: Run) -> Iterator[Cell]:
    for label, given in inputs():
        with mpmath.workdps(120):  # 1 - |z|^2/N cancels
            seen = 1 - (scaled(**near(given)) ** 2).sum() / len(given["a"])
        yield Cell(near(given), +seen, TIGHT, label=label)


@exact("riechers2024:hyperplane", routes=("b across 1/g", "outputs"), domain="hard inputs")
def heights(run: Run) -> Iterator[Cell]:
    for label, given in inputs():
        y = layer_norm(**given)
        yield Cell(given, (y / given["g"]).sum(), 1e-30, label=label)


@exact("riechers2024:ellipsoid", routes=("N", "outputs"), domain="hard inputs")
def stretched_lengths(run: Run) -> Iterator[Cell]:
    for label, given in inputs():
        y = (layer_norm(**given) - given["b"]) / given["g"]
        yield Cell(given, (y**2).sum(), 1e-30, label=label)


@exact("riechers2024:surface", routes=("N", "outputs at eps = 0"), domain="hard inputs")
def lengths_without_eps(run: Run) -> Iterator[Cell]:
    for label, given in inputs():
        if given.pop("eps") == 1 and len(set(given["a"].tolist())) > 1:
            y = (layer_norm(**given, eps=mpmath.mpf(0)) - given["b"]) / given["g"]
            yield Cell(given, (y**2).sum(), 1e-20, label=label)


SOME_GAINS = (
    [1, 1],
    [2, -3],
    [0, 1],
    [0, 0],
    [1, 2, 3],
    [0, 2, 3],
    [0, 0, 3],
    [0, 0, 0],
    [1, -1, 2, 0.5],
    [0, 1, 0, 4],
    [4, 2, 1, 0.5, 0.25],
)


@exact(
    "riechers2024:dimension",
    "riechers2024:rank",
    domain="gains with 0 to 3 zeros, N = 2 to 5",
    routes=("counting", "elimination over the rationals"),
)
def exact_ranks(run: Run) -> Iterator[Cell]:
    for g in SOME_GAINS:
        whole = len(g) * np.diag(g) - np.array(g, dtype=float)[:, None] * np.ones(len(g))
        yield Cell({"g": g}, int(backends.rank(whole)), label=f"g = {g}")


def whole_gains() -> Iterator[tuple[str, Array]]:
    for g in SOME_GAINS:
        if 0 not in g:
            yield f"g = {g}", cases.mpf_array(g)


@exact(
    "riechers2024:left-null-space",
    routes=("diag(g) - g 1^T/N", "projected off 1/g"),
    domain="gains of both signs, N = 2 to 5",
)
def projected(run: Run) -> Iterator[Cell]:
    for label, g in whole_gains():
        seen = projector(g) @ (np.diag(g) @ composed(cases.mpf_array([1] * len(g))))
        yield Cell({"g": g}, seen, 1e-35, label=label)


def singular(M: Array) -> Array:
    """The singular values, descending."""
    return backends.sqrt(abs(backends.eigenvalues(M.T @ M))[::-1])


@exact(
    "riechers2024:axes",
    routes=("eigenvalues of Q G^-2 Q", "singular values of diag(g) P"),
    domain="gains of both signs, N = 2 to 5",
)
def stretched_sphere(run: Run) -> Iterator[Cell]:
    for label, g in whole_gains():
        values = singular(composed(g))[:-1] * mpmath.sqrt(len(g))
        yield Cell({"g": g}, values, 1e-30, label=label)


@exact(
    "riechers2024:longest-axis",
    routes=("the largest gain", "singular values of diag(g) P"),
    domain="gains of both signs, N = 2 to 5",
)
def longest(run: Run) -> Iterator[Cell]:
    for label, g in whole_gains():
        seen = singular(composed(g))[0] * mpmath.sqrt(len(g))
        yield Cell({"g": g}, seen, 1e-30, label=label)


def differenced(a: Array, g: Array, b: Array, eps: Array) -> Array:
    """The Jacobian by central differences, with twice the digits."""
    with mpmath.workdps(100):
        h = mpmath.mpf(10) ** -30 * mpmath.sqrt(eps)
        steps = h * cases.mpf_array(np.eye(len(a)))
        columns = [layer_norm(a + s, g, b, eps) - layer_norm(a - s, g, b, eps) for s in steps]
        return np.array(columns).T / (2 * h)


@exact("riechers2024:jacobian", routes=("the law", "central differences"), domain="hard inputs")
def differences(run: Run) -> Iterator[Cell]:
    for label, given in inputs(zero_gain=True):
        yield Cell(given, differenced(**given), 1e-20, label=label)


def norms(counts: range) -> Iterator[Cell]:
    """The largest singular values of differenced Jacobians with gains 1."""
    for label, given in inputs():
        if len(given["a"]) in counts:
            ones = 0 * given["a"] + 1
            seen = singular(differenced(given["a"], ones, 0 * ones, given["eps"]))[0]
            yield Cell(near(given), seen, 1e-15, label=label)


NORMS = "the law", "singular values of central differences"


@exact("riechers2024:jacobian-norm", routes=NORMS, domain="hard inputs, N = 3 to 5")
def differenced_norms(run: Run) -> Iterator[Cell]:
    yield from norms(range(3, 6))


@exact("riechers2024:two-neurons", routes=NORMS, domain="hard inputs, N = 2")
def differenced_pairs(run: Run) -> Iterator[Cell]:
    yield from norms(range(2, 3))


@exact(
    "riechers2024:typical",
    routes=("moments of chi^2", "integrals of its density"),
    domain="N = 4, 8, 64 and 512, eps = 1/2, 1/100 and 1e-5",
)
def densities(run: Run) -> Iterator[Cell]:
    """N var/s^2 is chi^2 with N - 1 degrees of freedom."""
    for N in (4, 8, 64, 512):
        for share in (2, 100, 100_000):
            given = {"N": N, "eps": mpmath.mpf(1) / share, "s": mpmath.mpf(1)}
            yield Cell(
                given, depth_of_gaussians(N, given["eps"]), 1e-8, label=f"N = {N}, 1/{share}"
            )


def depth_of_gaussians(N: int, eps: Array) -> Array:
    """E eps/(v + eps), N v = 2 t, t of the Gamma density with shape (N-1)/2."""
    half = mpmath.mpf(N - 1) / 2

    def weighed(t: Array) -> Array:
        logs = (half - 1) * mpmath.log(t) - t - mpmath.loggamma(half)
        return mpmath.exp(logs) * eps / (2 * t / N + eps)

    with mpmath.workdps(20):
        width = 8 * mpmath.sqrt(half)
        low = max(half / 8, half - width)
        return mpmath.quad(weighed, [0, eps, low, half, half + width, half + 4 * width + 60])


@exact(
    "riechers2024:gap-rate",
    routes=("digamma functions", "integrals of Beta densities"),
    domain="n = 2 to 8, m = 1 to 8",
)
def integrals(run: Run) -> Iterator[Cell]:
    def mean_log(k: int, d: int) -> Array:
        """E log(1 - B), B ~ Beta(k/2, (d-k)/2), substituted so that both ends are smooth."""
        x, y = mpmath.mpf(k), mpmath.mpf(d - k)

        def density(t: Array) -> Array:
            return mpmath.sin(t) ** (x - 1) * mpmath.cos(t) ** (y - 1)

        ends = [0, mpmath.pi / 4, mpmath.pi / 2]
        weighed = mpmath.quad(lambda t: 2 * mpmath.log(mpmath.cos(t)) * density(t), ends)
        return weighed / mpmath.quad(density, ends)

    with mpmath.workdps(25):
        for n, m in ((2, 1), (2, 2), (3, 5), (8, 1), (8, 8)):
            seen = mean_log(1, n + m) - mean_log(n, n + m) / n
            yield Cell({"n": n, "m": m}, seen, 1e-15, label=f"n = {n}, d = {n + m}")


@exact(
    "riechers2024:full-batch",
    routes=("counting", "elimination over the rationals"),
    domain="whole numbers, d = 2 to 5, n = 1 to 6",
)
def ranks_of_batches(run: Run) -> Iterator[Cell]:
    """LayerNorm scales the columns of P X, which leaves its rank; d P X is whole."""
    for d, n in ((2, 2), (3, 1), (3, 3), (4, 6), (5, 5)):
        X = np.array([[(3 * i + 5 * j * j + i * j) % 7 for j in range(n)] for i in range(d)])
        seen = int(backends.rank((d * X - X.sum(0)).astype(float)))
        yield Cell({"X": X.tolist()}, seen, label=f"d = {d}, n = {n}")
