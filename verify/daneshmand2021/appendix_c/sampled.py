"""The check of theory/daneshmand2021/appendix_c.py by sampling averages over depth."""

from collections.abc import Iterable

from theory.ledger import Cell
from verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from verify.registry import Run, sampled


@sampled("daneshmand2021:appendix-C", **AVERAGES_IN_DEPTH)
def sampled_average_in_depth(run: Run) -> Iterable[Cell]:
    return averages_in_depth(run, ("l", "d", "v_hat_0"))
