"""claims/ID.html for each claim beside the long page, with its data: a file that can be sent on."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from lemmata.reports.reading import ReadClaim
from lemmata.reports.sharing.data import as_json, cells_as_csv
from lemmata.verify.results.schema import ClaimRecord
from lemmata.verify.results.writing import write

DIRECTORY = "claims"
_KINDS = (".html", ".json", ".csv")


def stem(claim: ReadClaim) -> str:
    """The name of a claim's files: a colon is not allowed everywhere."""
    return claim["anchor"].replace(":", "-")


def write_pages(
    rendered: Iterator[tuple[ReadClaim, str]], records: Sequence[ClaimRecord], base: Path
) -> None:
    """Write the pages and their data; those of claims that are no longer there are deleted."""
    directory = base / DIRECTORY
    directory.mkdir(exist_ok=True)
    written = set()
    for (claim, page), record in zip(rendered, records, strict=True):
        path = directory / f"{stem(claim)}.html"
        write(path, page)
        write(directory / f"{path.stem}.json", as_json(record))
        write(path.with_suffix(".csv"), cells_as_csv(claim["evidence"]))
        written.add(path.stem)
    for path in directory.iterdir():
        if path.suffix in _KINDS and path.stem not in written:
            with suppress(OSError):
                path.unlink()
