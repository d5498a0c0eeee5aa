"""The line that shows progress, and texts beside their names, in terminals of several widths."""

import io

import pytest
from rich.console import Console
from rich.progress import MofNCompleteColumn, TimeElapsedColumn

from lemmata.verify.commands.text.terminal import print_pairs, progress


def line(width: int, description: str) -> str:
    """What stands in a terminal of so many columns when 100 of 100 claims are done."""
    writer = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=width)
    bar = progress(writer, MofNCompleteColumn(), TimeElapsedColumn())
    bar.add_task(description, total=100, completed=100)
    with writer.capture() as shown:
        writer.print(bar.get_renderable())
    return shown.get()


def test_bar_count_and_time_are_whole_and_only_a_long_description_is_cut() -> None:
    for width in (40, 60, 80, 200):
        shown = line(width, "meterez2024:remark-gap-range hunted at (3, 3): -2.6e-05 " * 5)
        bar, count, time, first, *_ = shown.split()
        assert len(bar) >= width // 8
        assert (count, time) == ("100/100", "0:00:00")
        assert first.startswith("meterez")
        assert shown.endswith("…\n")
        assert len(shown) == width + 1
    assert "sharp:drift at [bold] d = 3 " in line(80, "sharp:drift at [bold] d = 3")


def test_texts_are_wrapped_and_commands_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    words = "word " * 30
    print_pairs([("", words), ("states", words), ("again", f"lemmata {words}")])
    *wrapped, whole = capsys.readouterr().out.splitlines()
    assert max(map(len, wrapped)) <= 60
    assert whole == "again         lemmata " + " ".join(["word"] * 30)
