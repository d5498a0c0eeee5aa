"""A statement about a mean, decided by sampling with an interval.

lemmata run --from THIS_FILE
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import lemmata
from lemmata import hypotheses

if TYPE_CHECKING:
    import torch

# Every id begins with the name of a declared paper; the reference is printed with it.
lemmata.paper("mine", "Author. Title. Year")

# Fixed before looking. For d = 4 the standard deviation of w^4 is 1.6 times its mean, so that the
# mean of 8 batches of 4096 is known to about 5 % at the level of a whole run.
BATCH, BATCHES, MARGIN = 4096, 8, 0.1


@lemmata.claim(
    "mine:fourth-moment",
    title="The fourth moment of an entry of a Haar matrix",
    statement=r"\mathbb{E}\, w_{11}^4 = \frac{3}{d (d+2)}",
    kind=lemmata.Kind.IDENTITY,
    source="Weingarten 1978",
    hypotheses=[hypotheses.natural("d", at_least=2)],
    expected=lemmata.Verdict.HOLDS,
    mutants=[
        lemmata.Mutant("independent entries", lambda d: 3 / d**2, {"d": 2}),
        lemmata.Mutant("a lost factor 3", lambda d: 1 / (d * (d + 2)), {"d": 2}),
    ],
)
def fourth_moment(d: int) -> float:
    return 3 / (d * (d + 2))


# An identity is decided when its whole interval lies within ``margin`` of the closed form. The
# interval holds at any time, so that sampling may stop as soon as it does; ``run.alpha`` is this
# check's share of the run's false alarms, and ``parts`` divides it between two cells.
@lemmata.sampled(
    "mine:fourth-moment",
    routes=("Weingarten calculus", "sampling"),
    domain="d = 2 and 4",
    margin=MARGIN,
)
def haar_matrices(run: lemmata.Run) -> Iterator[lemmata.Cell]:
    import torch

    like = torch.zeros(1, dtype=torch.float64, device=run.device)
    for d in (2, 4):

        def draw(generator: "torch.Generator", d: int = d) -> "torch.Tensor":
            W = lemmata.haar_matrix(d, BATCH, like, generator)
            return W[None, :, 0, 0] ** 4  # (1, BATCH), in [0, 1]

        seen = lemmata.estimate(
            run,
            d,
            draw,
            low=[0],
            high=[1],
            batch=BATCH,
            batches=BATCHES,
            parts=2,
        )
        yield from lemmata.cells_of(seen, [{"d": d}], [f"d = {d}"])
