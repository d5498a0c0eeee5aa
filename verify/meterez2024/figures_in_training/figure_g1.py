"""Figure G1: accuracy of deep networks on MNIST."""

from lemmata.theory.meterez2024.figures_in_training import FIGURE_G1
from lemmata.verify.figures.reproduction import Reproduction
from lemmata.verify.figures.trained import in_training
from lemmata.verify.meterez2024.figures_in_training import accuracy, networks
from lemmata.verify.registry import Run


@in_training(
    FIGURE_G1,
    runs=lambda run: accuracy.runs(run, "mnist"),
    papers=networks.PAPERS,
    routes=accuracy.ROUTES,
    domain=accuracy.DOMAIN,
    on_digits=networks.runs_on_digits,
)
def accuracy_in_training(run: Run, found: accuracy.Found) -> Reproduction:
    return accuracy.accuracies(run, found)
