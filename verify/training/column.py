"""How far the networks are that are being trained, beside the bar of a run."""

from rich.progress import ProgressColumn, Task
from rich.text import Text

from lemmata.verify.commands.text.terminal import duration
from lemmata.verify.training.kept import place, under_way


class TrainingColumn(ProgressColumn):
    """Share of the steps and the time left of every run under way, read from their files."""

    max_refresh = 1.0

    def render(self, task: Task) -> Text:
        """One word for each run."""
        told = [
            f"{done / total:.0%}, {duration(left)} left" for done, total, left in under_way(place())
        ]
        return Text(f"training: {'; '.join(told)}" if told else "")
