"""``lemmata moment``: the exact mean of a polynomial in the entries of a Haar matrix.

Beside it, if asked, the mean over sampled matrices; torch is loaded then, not before.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from lemmata.theory.weingarten import (
    Polynomial,
    RationalFunction,
    WeingartenError,
    cost,
    expect,
    parse,
)
from lemmata.verify.commands.common import Seed
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.seeds import Address

if TYPE_CHECKING:
    from torch import Tensor

A_MINUTE = 60
SAMPLES = 2**18
_ENTRIES = 2**22  # numbers held at a time
_PER_ENTRY = 5e-8  # seconds on one ordinary core
_QUANTILE = 2.5758293035489004  # of the normal law at 99 %, two-sided


def command(
    expression: Annotated[
        str, typer.Argument(help="In the entries, such as 'w11^2 w22^2 - 3/2 w[10,2]^4'.")
    ],
    d: Annotated[
        int | None, typer.Option("--d", help="The dimension; without it, a function of d.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare with Haar matrices; needs --d.")
    ] = False,
    seed: Seed = 0,
) -> int:
    """Print the exact mean of a polynomial in the entries of a Haar matrix.

    The answer stands alone on the last line: a rational number for --d, else a rational function
    of d after the line that says for which d it holds.

    Example: lemmata moment "w11^2 w22^2" --d 5
    """
    if check and d is None:
        raise Misuse("--check samples at one dimension: give it with --d")
    try:
        polynomial = parse(expression)
        if check and d is not None:
            memory.require_bytes("cpu", _sampling_bytes(polynomial, d), f"--check at d = {d}")
        _announce(cost(polynomial, d))
        value = expect(polynomial, d)
    except WeingartenError as error:
        raise Misuse(str(error)) from error
    if isinstance(value, RationalFunction):
        print(f"for {value.validity}:")
    elif check and d is not None:
        try:
            _print_sampled(polynomial, d, seed, int(value.p) / int(value.q))
        except OverflowError as error:
            raise Misuse("--check samples in float64, which has no number so large") from error
    print(value)
    return 0


def _announce(seconds: float) -> None:
    if seconds > A_MINUTE:
        print(f"this will take about {seconds / 60:.0f} minutes; Ctrl-C stops it", flush=True)


def _print_sampled(polynomial: Polynomial, d: int, seed: int, exact: float) -> None:
    import torch

    _announce(sampling_cost(polynomial, d))
    like = torch.zeros(1, dtype=torch.float64)
    values = sample(polynomial, d, Address(seed) / "moment" / d, like)
    mean, error, away = deviation(values, exact)
    low, high = mean - _QUANTILE * error, mean + _QUANTILE * error
    print(f"exact     {exact:.8g}")
    print(f"sampled   {mean:.8g} from {len(values)} Haar matrices, seed {seed}")
    print(f"interval  [{low:.8g}, {high:.8g}] at 99 %, normal approximation")
    print(f"deviation {away:+.2f} standard errors")


def evaluate(polynomial: Polynomial, W: Tensor) -> Tensor:
    """The polynomial at every matrix: (batch, d, n) -> (batch,)."""
    total = W.new_zeros(len(W))
    for monomial, coefficient in polynomial.terms:
        term = W.new_full((len(W),), float(coefficient.p) / float(coefficient.q))
        for i, j, power in monomial:
            term = term * W[:, i - 1, j - 1] ** power
        total = total + term
    return total


def _columns(polynomial: Polynomial) -> int:
    """How many columns of the matrix the polynomial needs."""
    return max((j for monomial, _ in polynomial.terms for _, j, _ in monomial), default=1)


def sampling_cost(polynomial: Polynomial, d: int) -> float:
    """Seconds that `sample` takes, roughly."""
    return _PER_ENTRY * SAMPLES * d * _columns(polynomial)


def _sampling_bytes(polynomial: Polynomial, d: int) -> int:
    """What `sample` takes at most, about: a batch, and what orthogonalising it takes."""
    return 2**28 + 8 * 6 * max(_ENTRIES, d * _columns(polynomial))


def sample(polynomial: Polynomial, d: int, address: Address, like: Tensor) -> Tensor:
    """The polynomial at Haar frames with as many columns as it needs: (SAMPLES,)."""
    import torch

    from lemmata.verify.chains.weights import haar_frame

    n = _columns(polynomial)
    batch = max(1, min(SAMPLES, _ENTRIES // (d * n)))
    values = []
    for index, start in enumerate(range(0, SAMPLES, batch)):
        size = min(batch, SAMPLES - start)
        generator = (address / index / size).generator(str(like.device))
        values.append(evaluate(polynomial, haar_frame(d, n, size, like, generator)))
    return torch.cat(values)


def deviation(values: Tensor, exact: float) -> tuple[float, float, float]:
    """The mean, its standard error, and how many of them it lies beyond ``exact``."""
    mean, error = float(values.mean()), float(values.std()) / math.sqrt(len(values))
    if error == 0:  # the polynomial is constant
        return mean, error, 0.0 if math.isclose(mean, exact, rel_tol=1e-12) else math.inf
    return mean, error, (mean - exact) / error
