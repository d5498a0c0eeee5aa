"""How soon a command answers, against a typer program that does nothing."""

import tempfile
from pathlib import Path

from benchmarks.measuring import least_of_processes, over

EMPTY = """
import typer
app = typer.Typer()
@app.command()
def main() -> None:
    pass
app()
"""


@over({"command": ("--help", "list", "run --help", "report --help")})
class Start:
    """CPU seconds of a process, what ``list`` keeps being there: it is asked once before."""

    unit = "of an empty typer program's time"

    def track_start(self, command: str) -> float:
        ours = ["-m", "lemmata.verify.cli", *command.split()]
        with tempfile.TemporaryDirectory() as folder:
            least_of_processes([ours], Path(folder), times=1)
            a, b = least_of_processes([ours, ["-c", EMPTY]], Path(folder))
        return a / b
