"""Fetching from a server on this machine: ranges, broken transfers, wrong and hostile answers."""

import hashlib
import http.server
import io
import tarfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.verify.cli import main
from lemmata.verify.data import catalogue, download
from lemmata.verify.data.catalogue import SOURCES, TEST, TRAIN, File
from lemmata.verify.data.download import Unreachable, get
from lemmata.verify.data.errors import Corrupt, DataError, WrongChecksum

CONTENT = bytes(range(256)) * 4000


@dataclass
class Served:
    """The files of the test server and its behaviour."""

    base: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    ranges: bool = True
    breaks_at: int | None = None
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@pytest.fixture
def served() -> Iterator[Served]:
    state = Served()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            state.asked.append((self.path, asked))
            content = state.files.get(self.path.lstrip("/"))
            start = int(asked[6:-1]) if asked and state.ranges else 0
            if content is None or start >= max(1, len(content)):
                self.send_error(404 if content is None else 416)
                return
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            self.wfile.write(content[start : state.breaks_at])

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        state.base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield state
        server.shutdown()
        thread.join()


def md5(content: bytes) -> str:
    return hashlib.md5(content).hexdigest()


@pytest.fixture
def one_file(served: Served, monkeypatch: pytest.MonkeyPatch) -> str:
    """MNIST as a single file, on the server."""
    source = replace(SOURCES["mnist"], files={TEST: (File("images", md5(CONTENT)),)})
    monkeypatch.setitem(catalogue.SOURCES, "mnist", source)
    served.files["MNIST/raw/images"] = CONTENT
    return "MNIST/raw/images"


def fetch(served: Served, folder: Path, name: str = "mnist") -> list[Path]:
    return get(SOURCES[name], folder, served.base, lambda *_: None)


def test_a_file_is_fetched_once(served: Served, one_file: str, tmp_path: Path) -> None:
    assert fetch(served, tmp_path) == [tmp_path / one_file]
    assert (tmp_path / one_file).read_bytes() == CONTENT
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["images"]
    assert fetch(served, tmp_path) == []
    assert len(served.asked) == 1


@pytest.mark.parametrize("ranges", [True, False])
def test_a_broken_transfer_resumes(
    served: Served, one_file: str, tmp_path: Path, ranges: bool
) -> None:
    served.breaks_at = 300_000
    with pytest.raises(Unreachable, match="300000 of 1024000 bytes"):
        fetch(served, tmp_path)
    assert not (tmp_path / one_file).exists()
    served.breaks_at, served.ranges = None, ranges
    fetch(served, tmp_path)
    assert (tmp_path / one_file).read_bytes() == CONTENT
    assert served.asked[1][1] == "bytes=300000-"


def test_a_part_that_is_already_whole_is_used_and_a_wrong_one_thrown_away(
    served: Served, one_file: str, tmp_path: Path
) -> None:
    part = tmp_path / f"{one_file}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT)
    fetch(served, tmp_path)
    (tmp_path / one_file).unlink()
    part.write_bytes(b"something else")
    with pytest.raises(WrongChecksum, match="nothing is kept"):
        fetch(served, tmp_path)
    assert not part.exists()
    fetch(served, tmp_path)
    assert (tmp_path / one_file).read_bytes() == CONTENT


def test_other_content_leaves_no_file(served: Served, one_file: str, tmp_path: Path) -> None:
    served.files[one_file] = b"<html>not here</html>"
    with pytest.raises(WrongChecksum, match=f"expected {md5(CONTENT)}"):
        fetch(served, tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_an_unreachable_file_is_reported_in_one_line(
    served: Served, one_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_MOST_BYTES", 1000)
    with pytest.raises(Unreachable, match="more than 1000 bytes"):
        fetch(served, tmp_path)
    served.files.clear()
    with pytest.raises(Unreachable, match="404"):
        fetch(served, tmp_path / "other")
    for base in ("file:///etc", "http://127.0.0.1:1", "nonsense", "http://[", "http://a b/"):
        with pytest.raises(DataError):
            get(SOURCES["mnist"], tmp_path / "other", base, lambda *_: None)
    assert not (tmp_path / "other").exists()


def packed(kind: bytes, content: bytes = CONTENT) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        for name in ("../outside", "cifar-10-batches-py/batch"):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            member.size = len(content) if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(content))
    return raw.getvalue()


@pytest.mark.parametrize(
    ("archive", "error"),
    [
        (packed(tarfile.REGTYPE), None),
        (packed(tarfile.REGTYPE, b"other"), WrongChecksum),
        (packed(tarfile.SYMTYPE), Corrupt),
        (b"no archive", Corrupt),
        (packed(tarfile.REGTYPE)[:-400], Corrupt),
    ],
)
def test_only_the_named_files_of_an_archive_are_extracted(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: bytes, error: Any
) -> None:
    files = {TRAIN: (File("batch", md5(CONTENT)),)}
    source = replace(SOURCES["cifar10"], files=files, archive=File("all.tar.gz", md5(archive)))
    monkeypatch.setitem(catalogue.SOURCES, "cifar10", source)
    served.files["cifar-10-batches-py/all.tar.gz"] = archive
    folder = tmp_path / "data"
    if error is not None:
        with pytest.raises(error):
            fetch(served, folder, "cifar10")
        assert not (folder / source.folder).exists()
        return
    fetch(served, folder, "cifar10")
    found = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert found == [Path("data/cifar-10-batches-py/batch")]


def test_the_command_lists_fetches_and_refuses_in_one_line(
    served: Served, one_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    fetching = ["data", "get", "mnist", *data, "--from", served.base]
    assert main(fetching) == 0
    assert str(tmp_path / one_file) in capsys.readouterr().out
    assert main(fetching) == 0
    assert "there already" in capsys.readouterr().out
    assert main(["data", *data]) == 0
    shown = capsys.readouterr().out
    assert "MNIST        test  there" in shown
    assert "CIFAR-100    train missing" in shown
    (tmp_path / one_file).write_bytes(CONTENT[:-1])
    assert main(["data", *data]) == 2
    assert "refused" in capsys.readouterr().out
    served.files[one_file] = b""
    for wrong in (["get"], ["get", "imagenet", *data], ["put", "mnist"], fetching[1:]):
        assert main(["data", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
