"""The progress column of a run that trains networks, beside its bar."""

from rich.progress import ProgressColumn, Task
from rich.text import Text

from lemmata.verify.commands.text.terminal import duration
from lemmata.verify.training.shared_runs import progress_of_runs, runs_folder


class TrainingColumn(ProgressColumn):
    """The share of the steps and the time left of every run in training, read from its file."""

    max_refresh = 1.0

    def render(self, task: Task) -> Text:
        runs = [
            f"{done / total:.0%}, {duration(left)} left"
            for done, total, left in progress_of_runs(runs_folder())
        ]
        return Text(f"training: {'; '.join(runs)}" if runs else "")
