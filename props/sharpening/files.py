"""What ``lemmata hunt --sharpen`` prints and writes: tables, curves of the frontier, a draft."""

import csv
import io
import json
import math
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lemmata.props.sharpening.above import continued
from lemmata.props.sharpening.draft import draft, sharpened_id
from lemmata.props.sharpening.sharpen import Sharpened, digits, name_of, report, tables, told
from lemmata.theory.ledger import Claim
from lemmata.verify.commands.common import require_writable
from lemmata.verify.commands.text.terminal import console, print_pairs, table
from lemmata.verify.errors import Misuse
from lemmata.verify.results.writing import write as write_file

Points = list[tuple[float, float]]


def files_of(claim: Claim, out: Path) -> dict[str, Path]:
    """The files that are written into a folder, by what they hold; none of them may be there."""
    if out.exists() and not out.is_dir():
        raise Misuse(f"--out {out} is no folder")
    require_writable(out)
    stem = re.sub(r"\W+", "_", claim.id).strip("_") + "_sharpened"
    found = {kind: out / f"{stem}.{kind}" for kind in ("csv", "json", "svg", "py")}
    if there := next((path for path in found.values() if path.exists()), None):
        raise Misuse(f"{there} is there already, and stays as it is")
    return found


def show(found: Sharpened) -> None:
    """The report, then each table."""

    writer = console()
    print_pairs(report(found))
    for title, heads, rows in tables(found):
        writer.print(f"\n{title}", markup=False)
        writer.print(table(heads, rows))


def write(found: Sharpened, files: dict[str, Path], svg: str) -> None:
    """Write the table twice, the plot ``svg`` and the draft."""

    endless = found.is_unbounded and found.power is None
    if endless or (found.claim.constant and found.is_false):
        print("no draft: no constant is enough, as far as the sizes were grown")
        del files["py"]
    texts = {
        "csv": _csv(found),
        "json": _json(found),
        "svg": svg,
    }
    if "py" in files:
        texts["py"] = draft(found, files["py"])
    for kind, path in files.items():
        if path.exists():  # it came while the hunt went on
            raise Misuse(f"{path} is there already, and stays as it is")
        write_file(path, texts[kind])
        print(f"wrote {path}")
    if "py" in files:
        where = shlex.quote(str(files["py"]))
        print(f"now: lemmata run {sharpened_id(found.claim)} --from {where}")


def _records(found: Sharpened) -> list[dict[str, Any]]:

    return [
        {
            "bound": row.entry + 1,
            "found by": row.walk,
            "at": {name: _json_number(size) for name, size in row.at.items()},
            "constant": digits(row.constant, 30),
            "low": digits(row.low, 30),
            "high": digits(row.high, 30),
            "guaranteed": digits(row.above, 30),
            "guaranteed by": row.by,
            "where": row.where,
            "again": row.again,
        }
        for row in found.rows
    ]


def _json_number(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _json(found: Sharpened) -> str:

    record = {
        "claim": found.claim.id,
        "constant": name_of(found.claim),
        "how": found.how,
        "report": [list(line) for line in report(found)],
        "rows": _records(found),
        "hypotheses": [
            {
                "name": one.hypothesis.name,
                "variable": one.hypothesis.variable,
                "cases": one.tried,
                "needed": one.fails,
                "says": told(found, one),
            }
            for one in found.left
        ],
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def _csv(found: Sharpened) -> str:
    records = _records(found)
    names = list(dict.fromkeys(name for row in records for name in row["at"]))
    heads = [name for name in records[0] if name != "at"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, *heads])
    for row in records:
        writer.writerow([*(row["at"].get(n, "") for n in names), *(row[h] for h in heads)])
    return text.getvalue()


def curves(found: Sharpened) -> Iterator[tuple[str, Points, Points]]:
    """The frontier: over each size the constant that cases need, and what theorems guarantee."""
    for entry in found.bounds:
        for trend in found.trends(entry):
            name = trend.name + f", bound {entry + 1}" * (len(found.bounds) > 1)
            below = [(row.at[trend.name], float(row.constant)) for row in trend.rows]
            above = [(size, float(value)) for size, value in continued(found.claim, trend)]
            yield name, _finite(below), _finite(above)
    if not any(found.trends(entry) for entry in found.bounds):  # one size alone
        yield "case", [(k + 1, float(row.constant)) for k, row in enumerate(found.rows)], []


def _finite(points: Points) -> Points:
    return [point for point in points if math.isfinite(point[0])]
