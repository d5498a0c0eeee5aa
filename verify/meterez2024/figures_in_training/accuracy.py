"""Figures G1 to G4: accuracy of deep networks on a data set, in training and on the test split.

The test split is evaluated as torch does, with running statistics, and once more with those of each
batch: sharp:evaluation-mode says what becomes of deep networks without activation between the two,
and the deepest of them is evaluated with its statistics repaired in several ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from lemmata.theory.evidence import Role
from lemmata.verify.data.loading import DIGITS
from lemmata.verify.figures.reproduction import Reproduction, measured
from lemmata.verify.meterez2024.figures_in_training import networks
from lemmata.verify.meterez2024.figures_in_training.networks import ACCURACY, ACTIVATIONS
from lemmata.verify.registry import Effort, Run

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

Found: TypeAlias = "Mapping[str, Series]"
ROUTES = ("the sentence", "networks trained by SGD")
DOMAIN = "identity, sin and tanh, the smallest depth and ten times it"
TEST, IN_BATCHES = "test accuracy, running statistics", "test accuracy, batch statistics"


def runs(run: Run, data: str) -> dict[str, Training]:
    """The smallest depth and the largest."""
    return networks.runs(run, data, which=(0, 2))


def accuracies(run: Run, found: Found) -> Reproduction:
    deepest = networks.depths_of(found)[-1]
    deep = {name: found[f"{name}, {deepest}"] for name in ACTIVATIONS}
    epochs = list(range(next(iter(deep.values())).epochs + 1))
    tested = "; ".join(
        f"{name} {one.array(TEST)[-1].mean():.3f} (with the statistics of each batch"
        f" {one.array(IN_BATCHES)[-1].mean():.3f})"
        for name, one in deep.items()
    )
    return Reproduction(
        networks.depth_independent(found),
        [
            *(
                measured(f"{name}, train", epochs[1:], one.array(ACCURACY)[1:], of=name)
                for name, one in deep.items()
            ),
            *(
                measured(f"{name}, test", epochs, one.array(TEST), name, Role.ANOTHER)
                for name, one in deep.items()
            ),
        ],
        remarks=[
            networks.accuracies(found),
            f"Test accuracy at depth {deepest}: {tested}.",
            *_repaired(run, deep["identity"]),
        ],
    )


def _repaired(run: Run, deep: Series) -> list[str]:
    """Test accuracy in evaluation mode of a network that is kept, with other statistics of BN."""
    from lemmata.verify.training.evaluation import repairs
    from lemmata.verify.training.running import run_training
    from lemmata.verify.training.shared_runs import runs_folder

    if run.effort is Effort.SMOKE or deep.recorded or deep.training.data == DIGITS:  # not kept
        return []
    network = run_training(deep.training, device=run.device, checkpoints=runs_folder())
    each = "; ".join(f"{one.name} {float(one.test.mean()):.3f}" for one in repairs(network))
    return [
        f"Without activation, depth {deep.training.network.depth}, in evaluation mode, by BN's"
        f" statistics (sharp:evaluation-mode): {each}."
    ]
