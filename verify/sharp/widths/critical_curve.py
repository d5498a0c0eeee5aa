"""The map of theory/sharp/widths.py: lambda(n, d) around the critical width, sampled."""

from collections.abc import Mapping

import numpy as np

from lemmata.theory.sharp.widths import CURVE, SAMPLES, critical_width
from lemmata.verify.figures.reproduction import Reproduction, law, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

SHARES = (0.85, 0.92, 1.0, 1.1, 1.2)
KEPT = 60  # layers
# Replicas in a run, so that a run knows the zero to 0.8 %: the exponent of one layer scatters by
# 0.8, 0.38, 0.22, 0.095 and 0.063 in the pilot, and rises with log d by 1.1, 0.64, 0.47, 0.23, 0.19
REPLICAS = {4: 24, 6: 16, 8: 12, 12: 10, 16: 10}


def widths(n: int) -> list[int]:
    return sorted({round(share * critical_width(n)) for share in SHARES})


def exponents(run: Run, n: int, d: int) -> Floats:
    """lambda(n, d): (runs,), each the mean of its replicas."""
    from lemmata.verify.chains.gaussian_moments import growth_of_a_direction

    runs, each = runs_of(run), REPLICAS[n]
    kernel = growth_of_a_direction(n, d, 4 * n, KEPT, runs * each, run.device)
    found = kernel((run.address / n / d).generator(run.device))
    return np.asarray(found.reshape(runs, each).mean(-1).cpu().numpy())


@reproduced(
    CURVE,
    routes=("the law", "the exponent of an n-th direction, the law-exact Gram chain"),
    domain="n = 4 to 16, d from 0.85 to 1.2 times the law",
)
def zeros_of_the_exponent(run: Run) -> Reproduction:
    zeros, bent, series = {}, {}, []
    for n in SAMPLES[:2] if run.effort is Effort.SMOKE else SAMPLES:
        found = np.stack([exponents(run, n, d) for d in widths(n)])  # (widths, runs)
        slope, start = np.polyfit(np.log(widths(n)), found, 1)
        zeros[n] = np.exp(-start / slope) / critical_width(n)
        bent[n] = 1 / (1 + root(critical_width(n) / np.array(widths(n)) - 1, found))
        places = [d / critical_width(n) for d in widths(n)]
        series.append(measured(f"n = {n}", places, n / 2 * found))
    lines = np.linspace(SHARES[0], SHARES[-1], 8)
    series.append(law("$1 - d_n/d$, to leading order", lines.tolist(), 1 - 1 / lines))
    return Reproduction(
        {f"zero over the law, n = {n}": zero for n, zero in zeros.items()},
        series,
        remarks=[describe_zeros(bent)],
    )


def root(u: Floats, found: Floats) -> Floats:
    """Where a parabola in u = d_n/d - 1 vanishes, near 0: (widths,), (widths, runs) -> (runs,)."""
    c, b, a = np.polynomial.polynomial.polyfit(u, found, 2)
    return np.asarray(2 * c / (-b + np.sqrt(b * b - 4 * a * c)))  # b < 0: it falls with u


def describe_zeros(zeros: Mapping[int, Floats]) -> str:
    """The zeros as widths, what they leave to the third order, and where that leads: 95 %.

    By a parabola in 1/d: a line is biased by 1 %, which is the third order, and decides sooner.
    """
    parts, rests, errors = [], [], []
    for n, zero in zeros.items():
        widths_found = zero * critical_width(n)
        mean, error = float(widths_found.mean()), float(widths_found.std(ddof=1) / len(zero) ** 0.5)
        rest = mean - n**2 / 4 - 11 * n / 12
        parts.append(f"{mean:.2f} ({error:.2f}) and {rest:.2f} {interval(rest, error)} at n = {n}")
        rests.append(rest)
        errors.append(error)
    found = f"The zero, its standard error, and the zero less n^2/4 + 11 n/12: {'; '.join(parts)}."
    limit, error = ends_at(np.array(list(zeros)), np.array(rests), np.array(errors))
    return f"{found} A line in 1/n through these ends at {limit:.2f} {interval(limit, error)}."


def interval(mean: float, error: float) -> str:
    """95 %, of a normal law."""
    return f"[{mean - 1.96 * error:.2f}, {mean + 1.96 * error:.2f}]"


def ends_at(n: Floats, rest: Floats, error: Floats) -> tuple[float, float]:
    """c of the weighted line c + b/n, and its standard error."""
    A = np.stack([np.ones(len(n)), 1 / n], -1) / error[:, None]  # (sizes, 2)
    spread = np.linalg.inv(A.T @ A)
    return float((spread @ A.T @ (rest / error))[0]), float(spread[0, 0] ** 0.5)
