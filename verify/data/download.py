"""Downloads data sets: resumes broken transfers and checks checksums.

A download is a file ``NAME.part`` until its checksum is right; then it is written in one step.
"""

from __future__ import annotations

import hashlib
import http.client
import tarfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from lemmata.verify.data.catalogue import File, Source
from lemmata.verify.data.errors import Corrupt, DataError, WrongChecksum
from lemmata.verify.data.loading import read_published
from lemmata.verify.results.writing import replace_file

Progress = Callable[[str, int, int | None], None]  # the file, bytes so far, bytes in all

_CHUNK = 2**18
_SECONDS = 30.0  # without an answer
_MOST_BYTES = 2**28  # of a file, packed or not
_RANGE_BEYOND = 416  # the part is as long as the file, or longer


class Unreachable(DataError):
    """A file that cannot be fetched; its ``.part`` stays."""


def get(source: Source, folder: Path, base: str | None, progress: Progress) -> list[Path]:
    """Fetch the missing files of a data set into ``folder`` and return the files written.

    ``base``: an address in place of the publishers', with the folders of our layout.
    """
    place = folder / source.folder
    files = [file for split in source.files.values() for file in split]
    wanted = [file for file in files if not _is_published(place / file.name, file)]
    if not wanted:
        return []
    if source.archive is None:
        for file in wanted:
            replace_file(place / file.name, _fetch(source, file, place, base, progress))
            _part(place, file).unlink(missing_ok=True)
    else:
        _fetch(source, source.archive, folder, base, progress)
        packed = _part(folder, source.archive)
        _unpack(packed, source.folder, wanted, place)
        packed.unlink(missing_ok=True)
    return [place / file.name for file in wanted]


def _is_published(path: Path, file: File) -> bool:
    try:
        read_published(path, file)
    except DataError:
        return False
    return True


def _part(folder: Path, file: File) -> Path:
    return folder / f"{file.name}.part"


def _fetch(source: Source, file: File, place: Path, base: str | None, progress: Progress) -> bytes:
    """The whole content; a ``.part`` with a wrong checksum is deleted, and the error says so."""
    url = f"{base.rstrip('/')}/{source.folder}/{file.name}" if base else f"{source.url}/{file.name}"
    part = _part(place, file)
    _transfer(url, part, lambda done, total: progress(file.name, done, total))
    content = part.read_bytes()
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
    if md5 != file.md5:
        part.unlink()
        raise WrongChecksum(
            f"{url} gave {len(content)} bytes of MD5 sum {md5}; expected {file.md5};"
            " nothing is kept"
        )
    return content


def _transfer(url: str, part: Path, progress: Callable[[int, int | None], None]) -> None:
    """Append the rest to ``part``, or begin again where the server knows no ranges."""
    done = part.stat().st_size if part.is_file() else 0
    try:
        request = urllib.request.Request(url, headers={"Range": f"bytes={done}-"} if done else {})
        if request.type not in ("http", "https"):
            raise Unreachable(f"{url} is no address of the web")
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            if done and answer.status != http.client.PARTIAL_CONTENT:
                done = 0
            rest = answer.headers.get("Content-Length")
            total = done + int(rest) if rest else None
            part.parent.mkdir(parents=True, exist_ok=True)
            with part.open("ab" if done else "wb") as file:
                while chunk := answer.read(_CHUNK):
                    done += len(chunk)
                    if done > _MOST_BYTES:
                        raise Unreachable(f"{url} gives more than {_MOST_BYTES} bytes")
                    file.write(chunk)
                    progress(done, total)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code != _RANGE_BEYOND:
            raise Unreachable(f"{url}: the server answers {error.code} {error.reason}") from error
        return  # the checksum decides
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, DataError):
            raise
        why = getattr(error, "reason", None) or error
        raise Unreachable(f"{url} cannot be fetched: {why}; {done} bytes are kept") from error
    if total is not None and done < total:
        raise Unreachable(f"{url} broke off after {done} of {total} bytes, which are kept")


def _unpack(packed: Path, inside: str, wanted: list[File], place: Path) -> None:
    """Write the wanted files of an archive, each after its checksum; ignore all others."""
    try:
        with tarfile.open(packed, "r:gz") as archive:
            for file in wanted:
                member = archive.getmember(f"{inside}/{file.name}")
                if not member.isreg() or member.size > _MOST_BYTES:
                    raise Corrupt(f"{packed}: {member.name} is no file of a usual size")
                stream = archive.extractfile(member)
                content = stream.read() if stream else b""
                if hashlib.md5(content, usedforsecurity=False).hexdigest() != file.md5:
                    raise WrongChecksum(f"{packed}: {member.name} is not the published file")
                replace_file(place / file.name, content)
    except (tarfile.TarError, KeyError, EOFError, OSError) as error:
        raise Corrupt(f"{packed} cannot be unpacked: {error}") from error
