"""What the process ``lemmata`` says of errors that no command foresaw."""

import pytest

from lemmata.verify import cli

NO_ROOM = "there is not enough memory for this"
SAID = [
    (MemoryError(), NO_ROOM),
    (RuntimeError("can't allocate memory"), NO_ROOM),
    (ImportError("libtorch.so: failed to map segment from shared object"), NO_ROOM),
    (ModuleNotFoundError(name="numpy.core"), "numpy.core is not installed; pip install lemmata"),
    (ModuleNotFoundError("gone", name="lemmata.theory.gone"), cli.DEFECT),
    (ModuleNotFoundError("gone"), cli.DEFECT),
    (KeyError("gone"), cli.DEFECT),
    (FileNotFoundError(2, "No such file", "x"), "No such file: 'x'"),
]


def test_an_unforeseen_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, words in SAID:

        def fails(arguments: object, error: Exception = error) -> int:
            raise error

        monkeypatch.setattr("lemmata.verify.app.carry_out", fails)
        assert cli.main([]) == cli.MISUSED
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"lemmata: {words}")
