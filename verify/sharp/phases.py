"""The sentence of the phase diagram on networks at other seeds, which must agree with the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lemmata.theory.evidence import Curve, Role
from lemmata.theory.sharp.batches import growth_rate
from lemmata.theory.sharp.phases import PHASES
from lemmata.verify.figures.recorded import Disagrees
from lemmata.verify.figures.reproduction import Reproduction, law, reproduced, runs_of
from lemmata.verify.phases.grid import LEVEL, WIDTH, PhaseCell, PhaseLayer
from lemmata.verify.phases.measuring import interval
from lemmata.verify.phases.table import RECORDED, PhaseTable, read_table
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.phases.simulation import Phase

TIMES = 2  # the runs of other figures: they cost little


def _cell(norm: str, weights: str, n: int, activation: str = "linear", more: str = "") -> PhaseCell:
    return PhaseCell(PhaseLayer(norm, weights, activation, more == "residual"), WIDTH, n)


# By the quantities of the claim, which cell is asked for what.
ASKED = {
    "growth, BN, orthogonal, n = d/4": ("growth", _cell("batch", "orthogonal", 8)),
    "growth, BN, orthogonal, n = d": ("growth", _cell("batch", "orthogonal", 32)),
    "growth, BN, orthogonal, ReLU, n = d/4": ("growth", _cell("batch", "orthogonal", 8, "relu")),
    "growth, GroupNorm, Gaussian, n = d/4": ("growth", _cell("group", "gaussian", 8)),
    "growth, no normalisation, orthogonal, n = d/4": ("growth", _cell("none", "orthogonal", 8)),
    "rank rate, BN, Gaussian, n = d/2": ("rank_rate", _cell("batch", "gaussian", 16)),
    "rank rate, BN, orthogonal, residual, n = d/2": (
        "rank_rate",
        _cell("batch", "orthogonal", 16, more="residual"),
    ),
    "soft rank, no normalisation, Gaussian, n = d/4": ("rank", _cell("none", "gaussian", 8)),
}
SHOWN = [
    PhaseLayer(norm, weights, activation, False)
    for norm, weights, activation in (
        ("batch", "orthogonal", "linear"),
        ("batch", "gaussian", "linear"),
        ("batch", "orthogonal", "relu"),
        ("layer", "orthogonal", "relu"),
    )
]


def require_agreement(table: PhaseTable, cell: PhaseCell, live: Phase) -> None:
    """Refuse a table whose intervals do not meet those of what is measured now."""
    for name, values in live._asdict().items():
        here, there = interval(values, LEVEL), table.rows[cell][name]
        room = 1e-5 * abs(here.estimate)  # of the digits that are kept
        if here.low > there.high + room or there.low > here.high + room:
            raise Disagrees(
                f"{RECORDED}: {name} of {cell} is {there.estimate:.4g} there and"
                f" {here.estimate:.4g} here, beyond both intervals"
            )


def _curve(table: PhaseTable, one: PhaseLayer) -> Curve:
    cells = [cell for cell in table.rows if cell.layer == one]
    seen = [table.rows[cell]["growth"] for cell in cells]
    x, y = [cell.n / cell.d for cell in cells], [rate.estimate for rate in seen]
    ends = [rate.low for rate in seen], [rate.high for rate in seen]
    return Curve(str(one), Role.MEASURED, x, y, *ends)


@reproduced(
    PHASES,
    routes=("the sentence, and the table of phases", "networks of 500 layers, other seeds"),
    domain="d = 32, n = 8 to 32, eight networks of the table",
)
def phases_again(run: Run) -> Reproduction:
    from lemmata.verify.phases.simulation import simulate

    table, found = read_table(RECORDED), dict[str, Floats]()
    for quantity, (name, cell) in ASKED.items():
        live = simulate(cell, run.address / str(cell), TIMES * runs_of(run), run.device)
        require_agreement(table, cell, live)
        found[quantity] = getattr(live, name)
    sizes = list(range(8, WIDTH + 1))
    rates = [growth_rate(n / WIDTH) / (n - 1.5) for n in sizes]
    of = str(SHOWN[0])
    return Reproduction(
        found,
        [
            *(_curve(table, one) for one in SHOWN),
            law(f"{of}, law", [n / WIDTH for n in sizes], rates, of),
        ],
        remarks=[
            f"The table has {len(table.rows)} networks: normalisations, weights, activations,"
            f" residual connections and batch sizes, {table.about['replicas']} replicas of"
            f" {table.about['layers']} layers each, measured on {table.about['date']} by"
            f" `{table.about['command']}`. `lemmata phases` draws all of it.",
        ],
        note=f"curves: recorded on {table.about['date']}",
    )
