"""Checks of theory/daneshmand2021/appendix_b.py by sampling one layer and averages over depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from theory.ledger import Cell, Evidence, Method
from theory.sharp.gram_map import gram_map
from verify.chains.sampled import asymptotic
from verify.depth.slopes import STUDENT
from verify.registry import Run, check
from verify.statistics.estimate import Kernel, cells_of, estimate


def one_small_eigenvalue(n: int, share: float) -> list[float]:
    """q_1 = share/n, the others equal."""
    return [share / n, *[(1 - share / n) / (n - 1)] * (n - 1)]


# (n, d, q_1 in units of 1/n, batch): from d = n up to d >> n, orthogonal to nearly singular
LAYERS = (
    (2, 2, 1.0, 1000),
    (2, 2, 0.01, 1000),
    (2, 16, 1.0, 1000),
    (3, 3, 1.9, 500),
    (4, 64, 2.7, 250),
    (8, 8, 1.0, 250),
    (8, 256, 0.5, 50),
    (8, 512, 1.0, 50),
)
SINGULAR = (2, 512, 1e-6, 50)  # at d = inf theorem 5 is attained in the limit q_1 = 0
_OBSERVED = ("Vhat", "the squared deviation of Vhat", "the squared deviation of C")


def _only(kernel: Kernel, which: int) -> Kernel:
    """One of the observables that a kernel draws."""
    return lambda generator: kernel(generator)[which : which + 1]


def _after_one_layer(
    run: Run, which: int, parameters: Any, layers: Sequence[tuple[int, int, float, int]] = LAYERS
) -> Evidence:
    """The mean of one of the three observables of ``kernels.one_layer``."""
    from verify.chains.kernels import one_layer

    cells = []
    for n, d, share, batch in layers:
        q = one_small_eigenvalue(n, share)
        p = gram_map(np.array(q))
        kernel = one_layer(q, p, d, batch, run.device)
        high = [1 / n, 1 / n**2, 2.0][which]
        sequence = estimate(
            run,
            (n, d, share),
            _only(kernel, which),
            [0.0],
            [high * (1 + 1e-9)],
            batch=batch,
            batches=8,
            parts=len(layers),
        )
        given = parameters(n, d, 1 / n - min(q))
        label = f"n = {n}, d = {d}, q_1 = {share}/n"
        law = float(1 - (p**2).sum()) / d if which == 2 else None  # sharp:gram-variance
        cells += [replace(cell, exact=law) for cell in cells_of(sequence, [given], [label])]
    return Evidence(
        Method.STATISTICAL,
        ("the bound", f"{_OBSERVED[which]} in the law-exact Gram form, sampled"),
        f"one layer of (1) from one eigenvalue apart, {len(layers)} shapes with n <= d",
        cells,
    )


@check("daneshmand2021:theorem-5")
def sampled_drift(run: Run) -> Evidence:
    def parameters(n: int, d: int, v_hat: float) -> dict[str, float]:
        return {"n": n, "d": d, "v_hat": v_hat}

    return _after_one_layer(run, 0, parameters, (*LAYERS, SINGULAR))


@check("daneshmand2021:lemma-7")
def sampled_deviation_of_the_smallest(run: Run) -> Evidence:
    return _after_one_layer(run, 1, lambda n, d, v_hat: {"d": d})


@check("daneshmand2021:lemma-6")
def sampled_deviation_of_the_gram_matrix(run: Run) -> Evidence:
    """Small widths: beside the range [0, 2] the bound is small at large ones, and known exactly."""
    small = [layer for layer in LAYERS if layer[0] <= 3]
    return _after_one_layer(run, 2, lambda n, d, v_hat: {"d": d}, small)


# From orthogonal samples the deviation is (1 - 1/n)/d, nearest the bound at a large n, and scatters
# by 2/n of itself: 512 replicas know its mean within about half of the 1/n that is left.
WIDE = ((64, 64, 64), (64, 512, 64))  # n, d, batch


@check("daneshmand2021:lemma-6")
def sampled_deviation_of_a_large_gram_matrix(run: Run) -> Evidence:
    from verify.chains.kernels import one_layer

    cells = []
    for n, d, batch in WIDE:
        q = [1 / n] * n
        kernel = _only(one_layer(q, q, d, batch, run.device), 2)
        (mean,), (low,), (high,), samples = asymptotic(
            run, (n, d), kernel, batch, 8, run.alpha / len(WIDE)
        )
        cells.append(
            Cell(
                {"d": d}, float(mean), interval=(float(low), float(high)), samples=samples,
                label=f"n = {n}, d = {d}, orthogonal", interval_method=STUDENT,
                exact=(1 - 1 / n) / d,
            )
        )  # fmt: skip
    return Evidence(
        Method.STATISTICAL,
        ("the bound", f"{_OBSERVED[2]} in the law-exact Gram form, sampled"),
        "one layer of (1) from orthogonal samples, n = 64, d = 64 and 512",
        cells,
    )


# n = d, n << d, nearly singular inputs; the average is nearest the bound where l is of order d
AVERAGES = (
    (2, 2, 0.01, 250),
    (2, 16, 0.01, 250),
    (4, 4, 3.6, 125),
    (4, 64, 0.1, 60),
    (8, 512, 0.1, 10),
    (2, 512, 0.01, 15),
)


def _average_in_depth(run: Run, names: Sequence[str]) -> Evidence:
    """The average over depth; ``names`` are the parameters of the bound."""
    from verify.chains.kernels import average_in_depth

    depths, cells = (1, 10, 50), []
    for n, d, share, batch in AVERAGES:
        q = one_small_eigenvalue(n, share)
        sequence = estimate(
            run,
            (n, d, share),
            average_in_depth(q, d, depths, batch, run.device),
            [0.0] * len(depths),
            [(1 + 1e-9) / (4 * n**2)] * len(depths),
            batch=batch,
            batches=8,
            parts=len(AVERAGES),
        )
        known = {"n": n, "d": d, "v_hat_0": 1 / n - min(q)}
        given = [{name: {"l": l, **known}[name] for name in names} for l in depths]
        labels = [f"n = {n}, d = {d}, q_1 = {share}/n, depth {l}" for l in depths]
        cells += cells_of(sequence, given, labels)
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "the law-exact Gram chain, sampled"),
        "n = 2, 4, 8, d = n to 512, depth 1 to 50",
        cells,
    )


@check("daneshmand2021:appendix-C")
def sampled_average_in_depth(run: Run) -> Evidence:
    return _average_in_depth(run, ("l", "d", "v_hat_0"))


@check("sharp:average-in-depth")
def sampled_average_against_the_sharp_form(run: Run) -> Evidence:
    return _average_in_depth(run, ("l", "n", "d", "v_hat_0"))
