"""Ctrl-C while a command is being loaded, and an output that nobody reads."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from lemmata.theory.test_support.comparing import over

ROOT = Path(__file__).resolve().parents[2]


def process(script: str, *arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True)


INTERRUPTED_AT = """
    import os, signal, sys
    signal.signal(signal.SIGINT, signal.default_int_handler)

    class Interrupting:
        def find_spec(self, name, path=None, target=None):
            if name == MODULE:
                os.kill(os.getpid(), signal.SIGINT)

    sys.meta_path.insert(0, Interrupting())
    from lemmata.verify.cli import main
    sys.exit(main())
"""


@over(
    [
        "lemmata.verify.app",
        "typer",
        "rich.console",
        "numpy",
        "mpmath",
        "flint",
        "lemmata.verify.commands.list",
    ]
)
def test_ctrl_c_while_modules_are_loaded_is_one_line(module: str) -> None:
    started = process(INTERRUPTED_AT.replace("MODULE", repr(module)), "list")
    output, errors = started.communicate(timeout=60)
    assert (started.returncode, output, errors) == (130, "", "lemmata: interrupted\n")


def test_an_output_that_nobody_reads_ends_a_command_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    for command in (["list"], ["show", "sharp:drift"], ["--help"], ["moment", "w11^2"]):
        started = process(
            "import sys; from lemmata.verify.cli import main; sys.exit(main())",
            *command,
            stdout=writing,
        )
        _, errors = started.communicate(timeout=60)
        assert (started.returncode, errors) == (141, "")
    os.close(writing)
