"""What an unfinished run has done so far, one file a task, so that it can be taken up.

A file is written in one step. It is read without trust: it may name the kinds of numbers that
evidence is made of, and nothing else.
"""

from __future__ import annotations

import io
import pickle
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from lemmata.verify.results.file import replaced
from lemmata.verify.runner import Observed
from lemmata.verify.work.tasks import Part, Task

# What evidence is made of. Anything else in a file is refused, before it is made.
_MODULES = (
    "lemmata.theory.evidence",
    "lemmata.theory.spectrum",
    "mpmath.ctx_mp_python",
    "lemmata.verify.work.tasks",
)
_NAMES = {
    ("lemmata.verify.runner", "Observed"),
    ("lemmata.verify.registry", "Effort"),
    ("builtins", "complex"),
    ("flint.types.fmpq", "fmpq"),
    ("flint.types.fmpz", "fmpz"),
    ("flint.types.arb", "arb"),
    ("flint.types.acb", "acb"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("fractions", "Fraction"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
    ("numpy.core.numeric", "_frombuffer"),
    ("_codecs", "encode"),
    ("builtins", "set"),
    ("builtins", "frozenset"),
}


class _TaskUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module not in _MODULES and (module, name) not in _NAMES) or "." in name:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of any evidence")
        return super().find_class(module, name)


class Kept:
    """The finished tasks of one run, in a folder of its own; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, task: Task) -> Observed | Part | None:
        """The result of the task; None if it is not finished, or its file cannot be read."""
        try:
            found = _TaskUnpickler(io.BytesIO(self._file(task).read_bytes())).load()
        except Exception:  # whatever a broken file makes of pickle: the task is done again
            return None
        return found if isinstance(found, Observed if task.part is None else Part) else None

    def put(self, task: Task, result: Observed | Part) -> None:
        """An error is not kept: a run that is taken up tries again."""
        if not result.error and self.folder is not None:
            replaced(self._file(task), pickle.dumps(result))

    def clear(self) -> None:
        """The run is over; the folder of unfinished runs goes with the last of them."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            with suppress(OSError):
                self.folder.parent.rmdir()

    def _file(self, task: Task) -> Path:
        if self.folder is None:
            raise FileNotFoundError(task.address)
        claim, check = task.address
        return self.folder / claim.replace(":", "-") / f"{check}.pickle"


NOWHERE = Kept(None)
