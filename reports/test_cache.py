"""What is kept saves time and nothing else: it is never shown where it would be wrong."""

import json
import os
from pathlib import Path

import pytest

from lemmata.reports import build, cache
from lemmata.reports.formatting import FORMULAS
from lemmata.reports.test_support.records import LAW, whole
from lemmata.verify.results.writing import write

RESULTS = whole(
    {**LAW, "id": "a:b", "statement": "x^2", "uses": [], "hypotheses": [], "power": None}
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, where nothing is kept yet; nor is anything known of earlier pages."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "page_code", lambda: "this code")
    FORMULAS.clear()
    found = cache.folder()
    assert found is not None
    return found


def page(folder: Path) -> str:
    """Made as by a process of its own."""
    FORMULAS.clear()
    results = folder / "results.json"
    results.write_text(json.dumps(RESULTS))
    try:
        return build.build(results).read_text(encoding="utf-8")
    finally:
        FORMULAS.clear()


def test_only_the_same_key_gives_it_back(kept: Path) -> None:
    cache.save("name", "key", [1, "two"])
    assert cache.load("name", "key") == [1, "two"]
    assert cache.load("name", "another key") is None
    assert cache.load("another name", "key") is None
    for broken in ("", "{", "[]", "1", '{"key": "key"}', "[" * 100_000, '{"value": 1}'):
        (kept / "name").write_text(broken)
        assert cache.load("name", "key") is None


def test_a_key_is_of_every_source_and_version(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    (tmp_path / "test_a.py").write_text("x = 1")
    seen = [cache.digest(tmp_path), cache.digest(tmp_path, packages=["jinja2"])]
    (tmp_path / "a.py").write_text("x = 2")
    seen.append(cache.digest(tmp_path))
    (tmp_path / "b.py").write_text("")
    seen.append(cache.digest(tmp_path))
    assert len(set(seen)) == 4
    (tmp_path / "test_a.py").write_text("x = 2")
    assert cache.digest(tmp_path) == seen[-1]


def test_a_folder_that_others_write_into_is_not_used(kept: Path) -> None:
    cache.save("name", "key", 1)
    kept.chmod(0o777)
    assert cache.folder() is None
    assert cache.load("name", "key") is None
    cache.save("name", "key", 2)
    kept.chmod(0o700)
    assert cache.load("name", "key") == 1


@pytest.mark.skipif(os.name != "posix", reason="a file stands in the way of a folder on POSIX")
def test_without_a_folder_nothing_is_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache.save("name", "key", 1)
    assert cache.load("name", "key") is None
    assert "<msup>" in page(tmp_path)


def test_a_page_takes_the_formulas_of_the_last_one_by_the_same_code(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = page(tmp_path)
    assert first == page(tmp_path)
    found = cache.load(build._FORMULAS, "this code")
    assert {tuple(entry[:2]) for entry in found} == {("x^2", "inline"), ("x^2", "block")}
    marked = [[latex, display, f"<math><mi>{display}</mi></math>"] for latex, display, _ in found]
    cache.save(build._FORMULAS, "this code", marked)
    assert "<math><mi>block</mi></math>" in page(tmp_path)
    monkeypatch.setattr(cache, "page_code", lambda: "other code")
    assert page(tmp_path) == first


@pytest.mark.parametrize("value", [7, "text", [1], [["a", "b"]], {"a": 1}, [[["a"], "b", "c"]]])
def test_formulas_that_are_none_are_made_again(kept: Path, tmp_path: Path, value: object) -> None:
    first = page(tmp_path)
    cache.save(build._FORMULAS, "this code", value)
    assert page(tmp_path) == first


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system does not name a file that is open; the last good page stays."""
    page = write(tmp_path / "index.html", "good")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left on device") as refused:
        write(page, "half")
    assert refused.value.filename == str(page)
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]
    assert page.read_text() == "good"
