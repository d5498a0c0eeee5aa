"""The width from which A1 holds is known only up to the grid of widths."""

import numpy as np

from lemmata.verify.daneshmand2021.figures.figure_3 import boundary, within
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address


def test_runs_that_agree_scatter_between_the_widths() -> None:
    run = Run(lambda: None, Effort.SMOKE, Address(0), "cpu")
    shares, grid = within(run, 8), [10, 20, 40, 80]
    held = np.array([[0.0] * 4, [1.0] * 4, [0.0] * 4, [1.0] * 4])  # once more from the last on
    edges = boundary(grid, held, shares)
    assert np.unique(edges).size == 4
    assert np.allclose(np.log(edges / 40), shares * np.log(2))
    assert ((shares > 0) & (shares < 1)).all()
    assert not np.array_equal(within(run, 12), shares)
    # where it never held, the last width is all that is known
    assert np.allclose(boundary(grid, np.zeros((4, 4)), shares), 80)
