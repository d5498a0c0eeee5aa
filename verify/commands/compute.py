"""``lemmata moment`` and ``lemmata depth``: numbers that belong to no claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from verify.commands import depth as deep
from verify.commands.common import INTERRUPTED, Misuse
from verify.commands.depth import ActivationOption, NormalisationOption, WeightsOption
from verify.commands.terminal import console
from verify.device import Device, resolve
from verify.seeds import Address

if TYPE_CHECKING:
    from theory.weingarten import Polynomial

A_MINUTE = 60


def moment(
    expression: Annotated[
        str,
        typer.Argument(
            metavar="EXPRESSION",
            help="A polynomial in the entries, such as 'w11^2 w22^2 - 3/2 w[10,2]^4'.",
        ),
    ],
    d: Annotated[
        int | None, typer.Option("--d", help="The dimension; without it, a function of d.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare with Haar matrices; needs --d.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Root of the random numbers of --check.")] = 0,
) -> int:
    """Print the exact mean of a polynomial in the entries of a Haar orthogonal matrix.

    The answer stands alone on the last line: a rational number for --d, else a rational function
    of d after the line that says for which d it holds.
    """
    from theory.weingarten import RationalFunction, WeingartenError, cost, expect, parse

    if check and d is None:
        raise Misuse("--check samples at one dimension: give it with --d")
    try:
        polynomial = parse(expression)
        _announce(cost(polynomial, d))
        value = expect(polynomial, d)
    except WeingartenError as error:
        raise Misuse(str(error)) from error
    if isinstance(value, RationalFunction):
        print(f"for {value.validity}:")
    elif check:
        try:
            _print_sampled(polynomial, cast(int, d), seed, int(value.p) / int(value.q))
        except OverflowError as error:
            raise Misuse("--check samples in float64, which has no number so large") from error
    print(value)
    return 0


def _announce(seconds: float) -> None:
    if seconds > A_MINUTE:
        print(f"this will take about {seconds / 60:.0f} minutes; Ctrl-C stops it", flush=True)


def _print_sampled(polynomial: Polynomial, d: int, seed: int, exact: float) -> None:
    import torch

    from verify.commands.moment import sample, sampling_cost

    _announce(sampling_cost(polynomial, d))
    like = torch.zeros(1, dtype=torch.float64)
    estimate = sample(polynomial, d, Address(seed) / "moment" / d, like)
    low, high = estimate.interval
    print(f"exact     {exact:.8g}")
    print(f"sampled   {estimate.mean:.8g} from {estimate.samples} Haar matrices, seed {seed}")
    print(f"interval  [{low:.8g}, {high:.8g}] at 99 %, normal approximation")
    print(f"deviation {estimate.deviation(exact):+.2f} standard errors")


def depth(
    layers: Annotated[int, typer.Option(min=1, help="How deep.")] = 10_000,
    width: Annotated[int, typer.Option(min=1, help="d, rows of a representation.")] = 32,
    batch: Annotated[int | None, typer.Option(min=2, help="n, samples; else the width.")] = None,
    weights: Annotated[
        WeightsOption, typer.Option(help="Haar, or independent with variance 1/d.")
    ] = WeightsOption.ORTHOGONAL,
    activation: Annotated[
        ActivationOption, typer.Option(help="After each normalisation.")
    ] = ActivationOption.IDENTITY,
    normalisation: Annotated[
        NormalisationOption,
        typer.Option(
            help="BN of the papers, with rows of norm sqrt(n), or with mean and variance."
        ),
    ] = NormalisationOption.ROWS,
    gain_exponent: Annotated[float, typer.Option(help="e of the gain l^-e.")] = 0.0,
    distinct: Annotated[
        int | None, typer.Option(min=1, help="How many samples differ; the rest repeat them.")
    ] = None,
    replicas: Annotated[int, typer.Option(min=1, help="Independent networks, run together.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same numbers.")] = 0,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
) -> int:
    """Measure the gradients of a random network of any depth.

    The loss is a Gaussian linear read-out of the last layer, the input is Gaussian. Prints the
    norms at some layers and draws them all into reports/figures. Ctrl-C keeps what is done.
    """
    settings = deep.Settings(
        layers, width, batch or width, weights, activation, normalisation, gain_exponent,
        distinct if distinct and distinct < (batch or width) else None, replicas, seed,
    )  # fmt: skip
    try:
        complete = deep.run(settings, resolve(device), console())
    except deep.CannotRun as error:
        raise Misuse(str(error)) from error
    return 0 if complete else INTERRUPTED
