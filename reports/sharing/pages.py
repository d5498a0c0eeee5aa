"""claims/ID.html for each claim beside the long page, with its data: a file that can be sent on."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from lemmata.reports.reading.results import ReadClaim
from lemmata.reports.sharing.data import as_json, cells_as_csv
from lemmata.reports.writing import write

DIRECTORY = "claims"
_KINDS = (".html", ".json", ".csv")


def stem(claim: ReadClaim) -> str:
    """The name of a claim's files: a colon is not allowed everywhere."""
    return claim["anchor"].replace(":", "-")


def write_pages(
    rendered: Iterator[tuple[ReadClaim, str]], records: dict[str, Any], base: Path
) -> None:
    """Write the pages and their data; those of claims that are no longer there are deleted."""
    directory = base / DIRECTORY
    directory.mkdir(exist_ok=True)
    written = set()
    for claim, page in rendered:
        path = directory / f"{stem(claim)}.html"
        write(path, page)
        write(directory / f"{path.stem}.json", as_json(records.get(claim["id"])))
        write(path.with_suffix(".csv"), cells_as_csv(claim["evidence"]))
        written.add(path.stem)
    for path in directory.iterdir():
        if path.suffix in _KINDS and path.stem not in written:
            with suppress(OSError):
                path.unlink()
