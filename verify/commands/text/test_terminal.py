"""The line that shows progress, and texts beside their names, in terminals of several widths."""

import pytest

from lemmata.verify.commands.text.terminal import print_pairs


def test_texts_are_wrapped_and_commands_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    words = "word " * 30
    print_pairs([("", words), ("states", words), ("again", f"lemmata {words}")])
    *wrapped, whole = capsys.readouterr().out.splitlines()
    assert max(map(len, wrapped)) <= 60
    assert whole == "again         lemmata " + " ".join(["word"] * 30)
