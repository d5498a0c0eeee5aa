"""A figure as a claim: the sentence that a paper draws from it, its ranges, and a re-run.

lemmata run --from THIS_FILE
"""

import lemmata
from lemmata import figures, reproduction

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")

STEPS = (1, 4, 16, 64)

# What the sentence says is put into quantities, each with the range in which it must lie; the
# published points are compared with ours one by one. A wrong range in ``wrong`` is a mutant.
WALK = figures.figure(
    figures.FigureClaim(
        "mine:figure-1",
        title="A random walk spreads as the root of its length",
        sentence="The mean squared distance grows linearly in the number of steps.",
        says={"growth": figures.Said(r"r_{64} / r_{16}", figures.about(4, 0.5))},
        x="steps",
        y="mean squared distance",
        published={"walk": {1: 1.0, 4: 4.0, 16: 16.0, 64: 64.0}},
    ),
    source="Figure 1",
    decided_by="400 walks of 64 Gaussian steps a run",
    wrong={"quadratic": {"growth": figures.about(16, 0.5)}},
)


# One value of each quantity for every independent run, from which the interval is made. At smoke
# effort there are 4 runs, which say little; at standard effort 12, which decide.
@reproduction.reproduced(
    WALK,
    routes=("the sentence", "walks drawn again"),
    domain="400 walks of up to 64 steps",
)
def walks(run: lemmata.Run) -> reproduction.Reproduction:
    import torch

    like = torch.zeros(1, dtype=torch.float64, device=run.device)
    runs = reproduction.runs_of(run)
    generator = (run.address / "walks").generator(run.device)
    steps = lemmata.gaussian((runs, 400, STEPS[-1]), like, generator)
    squares = (steps.cumsum(-1) ** 2).mean(1).cpu().numpy()  # (runs, steps)
    values = squares[:, [step - 1 for step in STEPS]].T  # (places, runs)
    return reproduction.Reproduction(
        quantities={"growth": values[3] / values[2]},
        series=[reproduction.measured("walk", STEPS, values, of="walk")],
        points={"walk": (STEPS, values)},
        log_x=True,
        log_y=True,
    )
