"""Are the extremal spectra of theory/sharp extremal? Hunted from random starts, gap by gap.

Standard effort looks at one small width; thorough effort at every width up to 64 and gap up to 50
of the grid, which takes some two minutes.
"""

from __future__ import annotations

from itertools import product

from props.attack import Property
from props.recipes import SpectrumRecipe
from theory.ledger import Cell, Evidence, Method
from verify.registry import Effort, Run

FEW = ((4, 0.5),)
GRID = tuple(product((2, 3, 4, 8, 16, 32, 64), (1e-3, 0.05, 0.5, 3.0, 50.0)))
STARTS, STEPS, ROUNDS = 12, 60, 4  # rounds until both ends are attained


def hunted(by: Property[SpectrumRecipe], run: Run) -> Evidence:
    """The worst spectra of each width and gap; Ctrl-C ends it with those that are done."""
    from props.hunting.hunter import Hunt
    from props.hunting.supremum import Attacked, Supremum

    points = GRID if run.effort in (Effort.THOROUGH, Effort.PAPER) else FEW
    cells: list[Cell] = []
    attained = 0
    for d, phi in points:
        run.watch.tell(f"hunted at d = {d}, gap {phi}")
        hunt = Hunt(Attacked(by, run.formula), run.address / d / phi, point=(d, phi))
        try:
            for _ in range(ROUNDS):
                best = hunt.next_round(starts=STARTS, steps=STEPS, polished=0)
                if all(best[k].supremum is Supremum.ATTAINED for k in (0, 1) if k in best):
                    attained += 1
                    break
        except KeyboardInterrupt:
            run.watch.interrupted = True
        cells += [by.cell(run, hunt.best[k].case) for k in (0, 1) if k in hunt.best]
        if run.watch.interrupted:
            break
    domain = f"both ends attained at {attained} of {len(points)} widths and gaps"
    return Evidence(Method.ADVERSARIAL, ("the extremal spectra", "gradient ascent"), domain, cells)
