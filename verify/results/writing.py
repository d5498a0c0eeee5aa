"""Files that are whole or not there: whoever is stopped on the way leaves the last good one."""

import os
import tempfile
from pathlib import Path


def write(path: Path, content: str) -> Path:
    """Replace a file by text; its path.

    A results file may hold half a character, which no text file can: it becomes a question mark.
    """
    replace_file(path, content.encode(errors="replace"))
    return path


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file in one step; its folder is made. A link stays one, to a new file."""
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)  # mkstemp makes it private
        os.replace(temporary, path)
    except OSError as error:  # of a full disk it does not know the name
        Path(temporary).unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        Path(temporary).unlink(missing_ok=True)  # it has gone if the interrupt came after the step
        raise
