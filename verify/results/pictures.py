"""pictures.json beside the results: the plot of each claim, its two sides drawn densely.

A plot depends on the code, and on the claim's record where its cells are marked on it; it is made
again where either has changed, and decides nothing.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from lemmata.theory.evidence import Figure
from lemmata.theory.ledger import Claim
from lemmata.verify.results.dense import dense
from lemmata.verify.results.file import lock
from lemmata.verify.results.identity import code
from lemmata.verify.results.schema import (
    PICTURES,
    ClaimRecord,
    FigureData,
    PictureRecord,
    Pictures,
    read,
)
from lemmata.verify.results.writing import replace_file

DIGITS = 6
Draw = Callable[[str], Figure | None]


def renew(
    folder: Path, records: Iterable[ClaimRecord], known: Mapping[str, Claim], draw: Draw
) -> None:
    """Draw the claims of these records anew where the last plot is of something else."""
    before, new = _last(folder / PICTURES), dict[str, PictureRecord | None]()
    for record in records:
        claim_id, made = record["id"], _made_from(record)
        if claim_id not in known or (claim_id in before and before[claim_id]["made"] == made):
            continue
        new[claim_id] = None
        try:
            found = draw(claim_id) or dense(known[claim_id], record)
        except Exception as error:  # a formula from elsewhere; the verdict stands without a plot
            print(f"lemmata: no plot of {claim_id}: {error}", file=sys.stderr)
            continue
        if found is not None and found.series:
            new[claim_id] = PictureRecord(made=made, figure=_shortened(found))
    with lock(folder):  # what others have drawn since then stays
        drawn = {**_last(folder / PICTURES), **new}
        kept = {claim_id: picture for claim_id, picture in drawn.items() if picture is not None}
        content = json.dumps({"claims": kept}, allow_nan=False, separators=(",", ":"))
        replace_file(folder / PICTURES, content.encode())


def _made_from(record: ClaimRecord) -> str:
    cells = [evidence["cells"] for evidence in record["evidence"]]
    text = json.dumps([code(), cells], default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _last(path: Path) -> dict[str, PictureRecord]:
    return read(path, Pictures)["claims"] if path.exists() else {}


def _shortened(figure: Figure) -> FigureData:
    """As a record, its numbers to six digits; where one is infinite its point is left out."""
    data = dataclasses.asdict(figure)
    for series in data["series"]:
        columns = [name for name in ("x", "y", "low", "high") if len(series[name])]
        rows = zip(*(series[name] for name in columns), strict=True)
        finite = [row for row in rows if all(map(math.isfinite, row))]
        for name, values in zip(columns, zip(*finite, strict=True), strict=False):
            series[name] = [float(f"{value:.{DIGITS}g}") for value in values]
    data["series"] = [series for series in data["series"] if len(series["x"])]
    return cast(FigureData, data)
