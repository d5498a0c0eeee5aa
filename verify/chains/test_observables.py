"""The observables of each kernel, computed a second time from the states that it draws.

From the same stream, with numpy and loops over replicas from the definitions; where a kernel draws
one matrix, its mean against a formula of another route, within five standard errors.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch

from lemmata.theory.spectrum import one_small
from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten.moments import moment
from lemmata.verify.chains import chain as chains
from lemmata.verify.chains import gaussian_kernels as gaussian
from lemmata.verify.chains import gaussian_moments as moments
from lemmata.verify.chains import orthogonal_kernels as orthogonal
from lemmata.verify.chains.gaussian_moments import growth_of_a_direction
from lemmata.verify.chains.test_kernels import P, Q, stream
from lemmata.verify.chains.weights import gaussian as drawn
from lemmata.verify.chains.weights import gaussian_product
from lemmata.verify.statistics.intervals import Intervals, student

D, BATCH, DEPTHS = 4, 6, [1, 3]
ALPHA = 0.3  # A1 holds for some replicas
SPECTRUM = one_small(0.5, 3)
Rows = list[Any]


def gram(H: Any) -> Any:
    return H.T @ H


def gap(H: Any) -> float:
    """V(H) = ||H^T H/||H||^2 - I/n||_F, daneshmand2021 (2)."""
    K = gram(H)
    return float(np.linalg.norm(K / np.trace(K) - np.eye(len(K)) / len(K)))


def least(H: Any) -> float:
    return float(np.linalg.eigvalsh(gram(H))[0])


def states(generator: Any, first: Any, layer: Any, layers: int) -> list[list[Any]]:
    """H_1, ..., H_layers of each replica."""
    begun = [make(generator) for make in first]
    chain = chains.states(layer, torch.cat(begun), layers - 1, generator)
    return [list(path) for path in zip(*(H.numpy() for H in chain), strict=True)]


def under_a1(path: list[Any]) -> Rows:
    held = [float(all(least(H) >= ALPHA**2 for H in path[:l])) for l in DEPTHS]
    return [x for l, on in zip(DEPTHS, held, strict=True) for x in (gap(path[l]) * on, on)]


def average(path: list[Any]) -> Rows:
    v = [1 / 3 - least(H) for H in path]
    return [sum(x * (1 / 3 - x) for x in v[:l]) / l for l in DEPTHS]


def distances(path: list[Any]) -> Rows:
    rows: Rows = []
    for l in DEPTHS:
        on, H = float(all(least(H) >= ALPHA**2 for H in path[:l])), path[l - 1]
        singular = np.linalg.svd(H, compute_uv=False)
        w2 = sum((s - math.sqrt(1 / 3)) ** 2 for s in singular)
        rows += [on * x for x in (w2, gap(H), 1.0, *np.diag(gram(H)))]
    return rows


def distance_and_square(path: list[Any]) -> Rows:
    return [
        x
        for H in (path[l - 1] for l in DEPTHS)
        for x in (((np.linalg.svd(H)[1] - math.sqrt(1 / 3)) ** 2).sum(), gap(H) ** 2)
    ]


def moments_of_spectra(path: list[Any]) -> Rows:
    """Of three samples, over layers after the second and its next."""
    spectra = [np.linalg.eigvalsh(3 * gram(H)) for H in path[3:]]
    return [np.mean([(q**k).mean() for q in spectra]) for k in (2, 3)]


def after_one(path: list[Any]) -> Rows:
    v = 1 / 3 - least(path[0])
    apart = np.linalg.norm(gram(path[0]) - np.diag(P)) ** 2
    return [v, (v - (1 / 3 - min(P))) ** 2, apart]


def entries(generator: Any) -> Any:
    return drawn((BATCH, D, 3), torch.zeros((), dtype=torch.float64), generator).numpy()


def first_layer(generator: Any) -> Any:
    """Rows of Z diag(sqrt(q)) divided by their norms and by sqrt(d)."""
    return torch.tensor(normalised(entries(generator) * np.sqrt(Q)))


def normalised(M: Any) -> Any:
    return M / np.linalg.norm(M, axis=-1, keepdims=True) / math.sqrt(D)


def aligned(generator: Any) -> Any:
    """From the root of K = (1 - c) I + c 1 1^T, c = 0.9, by its eigenvectors."""
    values, vectors = np.linalg.eigh(0.1 * np.eye(3) + 0.9)
    return torch.tensor(normalised(entries(generator) @ (vectors * np.sqrt(values)) @ vectors.T))


def orthogonal_start(generator: Any) -> Any:
    return torch.tensor(normalised(entries(generator)))


def without_bn(generator: Any) -> Any:
    return torch.tensor(entries(generator) * np.sqrt(Q))


SIN = chains.activated_layer(torch.sin)
# a kernel, its arguments but batch and device, the depth of its chain, and its rows
CHAINS: dict[str, tuple[Any, Sequence[Any], int, Callable[[list[Any]], Rows]]] = {
    "under A1": (gaussian.gap_under_a1, (Q, D, ALPHA, DEPTHS), 4, under_a1),
    "average": (gaussian.average_in_depth, (Q, D, DEPTHS), 3, average),
    "distance": (gaussian.distance_under_a1, (Q, D, ALPHA, DEPTHS), 3, distances),
    "one layer": (gaussian.one_layer, (Q, P, D), 1, after_one),
    "vanilla": (gaussian.vanilla_gap, (Q, D, 3), 3, lambda path: [gap(path[2])]),
    "activated": (
        gaussian.activated_gap,
        ("sin", 3, D, DEPTHS),
        3,
        lambda path: [gap(path[l - 1]) for l in DEPTHS],
    ),
    "distance and square": (moments.distance_and_square, (Q, D, DEPTHS), 3, distance_and_square),
    "squares under A1": (
        moments.square_under_a1,
        (Q, D, ALPHA, DEPTHS),
        4,
        lambda path: [x**2 for x in under_a1(path)[::2]],
    ),
    "isometry gap": (
        moments.next_isometry_gap,
        (Q, D),
        1,
        lambda path: [-math.log(np.linalg.det(3 * gram(path[0]))) / 3],
    ),
    "average gap": (
        moments.average_gap,
        (Q, D, 4),
        3,
        lambda path: [(gap(np.diag(np.sqrt(Q))) + sum(map(gap, path))) / 4],
    ),
    "deep squares": (
        moments.deep_square,
        (3, D, 2, 3),
        5,
        lambda path: [D * np.mean([gap(H) ** 2 for H in path[2:]])],
    ),
    "moments": (moments.spectral_moments, (3, D, 2, 3), 6, moments_of_spectra),
}
# how a chain begins, and its layer, where these are not first_layer and gaussian_layer
OTHERS: dict[str, tuple[Any, Any]] = {
    "vanilla": (without_bn, chains.vanilla_layer),
    "activated": (aligned, SIN),
    "deep squares": (orthogonal_start, chains.gaussian_layer),
    "moments": (orthogonal_start, chains.gaussian_layer),
}


@over(CHAINS)
def test_observables_of_a_chain(name: str) -> None:
    kernel, given, layers, rows = CHAINS[name]
    first, layer = OTHERS.get(name, (first_layer, chains.gaussian_layer))
    ours, theirs = stream(name), stream(name)
    found = kernel(*given, BATCH, "cpu")(ours).numpy()
    expected = [rows(path) for path in states(theirs, [first], layer, layers)]
    assert np.allclose(found.T, expected, rtol=1e-9, atol=1e-12)
    assert torch.equal(ours.get_state(), theirs.get_state())  # nothing is drawn in vain


def test_the_event_a1_is_mixed_where_it_is_observed() -> None:
    """Or the product with the event would be one with 0 or 1."""
    held = gaussian.gap_under_a1(Q, D, ALPHA, DEPTHS, BATCH, "cpu")(stream("under A1"))[1::2]
    assert 0 < float(held.mean()) < 1


def test_two_chains_with_activations_are_compared_at_their_end() -> None:
    found = gaussian.gram_distance("sin", 3, D, 3, BATCH, "cpu")(stream("both")).numpy()
    paths = states(stream("both"), [aligned, orthogonal_start], SIN, 3)
    pairs = zip(paths[:BATCH], paths[BATCH:], strict=True)
    apart = [float(np.linalg.norm(gram(a[2]) - gram(b[2]))) for a, b in pairs]
    assert np.allclose(found, np.outer([0.5, 1.0], apart))


def test_the_event_a1_from_an_orthogonal_input_is_that_of_the_chain() -> None:
    """Another way through the same chain, with a Cholesky factor as root: compared in the mean."""
    n, d, layers, count = 2, 2, 4, 4000
    one = gaussian.a1_event(n, d, layers, count, "cpu")(stream("one"))[0]
    alpha = 0.1 / math.sqrt(n)
    other = gaussian.gap_under_a1([0.5] * 2, d, alpha, [layers], count, "cpu")(stream("two"))[1]
    p, q = float(one.mean()), float(other.mean())
    assert 0.1 < p < 0.9
    assert abs(p - q) < 5 * math.sqrt((p * (1 - p) + q * (1 - q)) / count)


def near(found: torch.Tensor, expected: Sequence[float]) -> None:
    """Every mean is the expected one, within five standard errors that are small beside it."""
    error = found.std(-1) / math.sqrt(found.shape[-1])
    truth = torch.tensor(expected, dtype=torch.float64)
    assert bool((error < 0.05 * truth.abs().max()).all())
    assert bool(((found.mean(-1) - truth).abs() < 5 * error + 1e-12).all())


def test_both_transport_costs_have_the_mean_of_two_gaussians() -> None:
    """W2^2 = sum (sqrt(q_i) - 1/sqrt(n))^2: commuting covariances diag(q) and I/n."""
    w2 = sum((math.sqrt(q) - math.sqrt(1 / 3)) ** 2 for q in Q)
    near(gaussian.transport_costs(Q, 5, 20000, "cpu")(stream("transport")), [w2, w2])


def test_rows_of_a_product_have_its_gram_matrix() -> None:
    H = np.array([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]])
    found = gaussian.row_products(H.tolist(), gaussian_product, 20000, "cpu")(stream("rows"))
    near(found, (gram(H) / 3).ravel().tolist())


def test_shares_of_rows_have_the_mean_of_the_gram_map() -> None:
    near(gaussian.shares_of_rows(Q, 4, 5000, "cpu")(stream("shares")), P)


def test_two_copies_of_a_layer_are_apart_by_twice_the_variance() -> None:
    """E||C - diag(p)||^2 = (1 - sum p^2)/d, lemma 9; E V^2 = that + sum p^2 - 1/n."""
    variance, square = (1 - sum(p * p for p in P)) / 4, sum(p * p for p in P)
    found = gaussian.second_moments(Q, 4, 20000, "cpu")(stream("copies"))
    near(found, [variance, variance + square - 1 / 3])


def test_the_smallest_singular_value_is_that_of_the_gram_matrix() -> None:
    found = gaussian.smallest_singular_value(5, 3, BATCH, "cpu")(stream("least"))
    W = drawn((BATCH, 5, 3), torch.zeros((), dtype=torch.float64), stream("least")).numpy()
    assert np.allclose(found.numpy(), [[math.sqrt(least(w)) for w in W]])


def test_sums_along_the_orthogonal_chain() -> None:
    """Below the threshold 0.05, sqrt(d phi) each; what is left is bounded by geometric series."""
    found = orthogonal._gaps(stream("sums"), SPECTRUM, 5, BATCH, "cpu")
    phi, jacobians = found.gap.numpy(), found.log_jacobian.numpy()
    below, logs = (
        make(stream("sums")).numpy()
        for make in (
            orthogonal.sum_below(SPECTRUM, 0.05, 0.49, 5, BATCH, "cpu"),
            orthogonal.sum_of_log_jacobians(SPECTRUM, 0.49, 5, BATCH, "cpu"),
        )
    )
    for k in range(BATCH):
        total = sum(math.sqrt(3 * x) for x in phi[:5, k] if x <= 0.05)
        tail = math.sqrt(3 * min(phi[5, k], 0.05)) / 0.3
        assert below[:, k] == pytest.approx([total, total + tail])
        total, s = sum(jacobians[:, k]), 3 * phi[5, k]
        tail = math.sqrt(2 * s) / 0.3 + s / 0.51
        assert logs[:, k] == pytest.approx([total, total + tail / 2])
    reached = (phi[:5] <= 0.05).sum(0)
    assert len(set(reached.tolist())) > 1  # or the threshold would not be seen
    at_it = orthogonal.sum_below(one_small(3.0, 3), 3.0, 0.49, 1, BATCH, "cpu")
    assert np.allclose(at_it(stream("sums"))[0], 3.0, rtol=1e-12)
    at_it = orthogonal.hitting_time(one_small(3.0, 3), 3.0, 1e-3, 1, BATCH, "cpu")
    assert at_it(stream("sums")).tolist() == [[0.0] * BATCH] * 2


def weingarten(*factors: tuple[int, int]) -> float:
    return float(moment([i for i, _ in factors], [j for _, j in factors], 4))


def test_moments_of_haar_matrices_are_those_of_weingarten() -> None:
    a, b, c, e = (1, 1), (1, 2), (2, 1), (2, 2)
    fourth = [(a, a, a, a), (a, a, b, b), (a, a, c, c), (a, a, e, e), (a, b, c, e)]
    exact = [weingarten(*factors) for factors in fourth]
    near(orthogonal.fourth_moments(4, 20000, "cpu")(stream("fourth")), exact)
    indices = [([i for i, _ in f], [j for _, j in f]) for f in fourth]
    near(orthogonal.monomials(indices, 4, 20000, "cpu")(stream("monomials")), exact)
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        orthogonal.monomials([([1, 2], [1])], 4, 1, "cpu")(stream("monomials"))


def test_moments_of_rows_are_those_of_weingarten() -> None:
    """a_i = sum_k lambda_k w_ik^2, expanded."""
    lam = np.exp(np.repeat(SPECTRUM.log_eigenvalues.astype(float), SPECTRUM.multiplicities))

    def mean(i: int, j: int) -> float:
        pairs = itertools.product(range(3), repeat=2)
        return math.fsum(
            lam[k] * lam[l] * float(moment([i, i, j, j], [k + 1, k + 1, l + 1, l + 1], 3))
            for k, l in pairs
        )

    found = orthogonal.row_moments(SPECTRUM, 20000, "cpu")(stream("moments"))
    near(found, [1.0, mean(1, 1), mean(1, 2)])


LEVEL = 1e-6


def exponent(n: int, d: int, before: int, kept: int, batch: int) -> Intervals:
    kernel = growth_of_a_direction(n, d, before, kept, batch, "cpu")
    return student(kernel(torch.Generator().manual_seed(0)).numpy(), LEVEL)


def test_two_samples_of_width_two_neither_collapse_nor_separate() -> None:
    """log C^2 of a Cauchy variable has mean 0 and variance pi^2: 20 layers, 1000 replicas."""
    seen = exponent(2, 2, 0, 20, 1000)
    assert seen.lower[0] < 0 < seen.upper[0]
    assert seen.upper[0] - seen.lower[0] < 0.3
    assert exponent(2, 3, 0, 20, 500).lower[0] > 0


def test_eight_samples_lose_rank_at_width_19_and_keep_it_at_28() -> None:
    """The sign changes near n^2/4 + n - 1 = 23."""
    assert exponent(8, 19, 30, 30, 150).upper[0] < 0
    assert exponent(8, 28, 30, 30, 150).lower[0] > 0
