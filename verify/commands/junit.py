"""The records of a run as JUnit's XML, which every CI reads: a test case a claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from lemmata.verify.commands.common import require_writable
from lemmata.verify.errors import Misuse
from lemmata.verify.results.writing import replace_file

if TYPE_CHECKING:
    from lemmata.verify.results.schema import ClaimRecord


def require_file(path: Path) -> None:
    """Refuse what no file can be written as: a folder, a device, a name with a null character."""
    text = str(path)
    if not text.isprintable() or text in ("", ".") or (path.exists() and not path.is_file()):
        raise Misuse(f"--junit {text!r} cannot be written as a file")
    require_writable(path.parent)


def write_junit(path: Path, records: Sequence[ClaimRecord], seconds: float) -> None:
    """A claim fails where the run does, and is skipped where none of its checks was run."""
    from lemmata.verify.commands.text import ledger_text

    suites = ET.Element("testsuites")
    failed = sum(bool(one["failures"]) for one in records)
    skipped = sum(not one["checks"] for one in records)
    counts = {"tests": len(records), "failures": failed, "errors": 0, "skipped": skipped}
    suite = ET.SubElement(suites, "testsuite", name="lemmata", time=f"{seconds:.3f}")
    suite.attrib.update({name: str(count) for name, count in counts.items()})
    for one in records:
        paper, _, name = one["id"].partition(":")
        case = ET.SubElement(
            suite, "testcase", classname=paper, name=name, time=f"{one['seconds']:.3f}"
        )
        case.set("file", one["file"])
        if one["failures"]:
            failure = ET.SubElement(case, "failure", message=_clean("; ".join(one["failures"])))
            failure.text = _clean(ledger_text.ledger(one))
        elif not one["checks"]:
            ET.SubElement(case, "skipped", message=_clean(one["why"]))
    replace_file(path, ET.tostring(suites, encoding="utf-8", xml_declaration=True))


def _clean(text: str) -> str:
    """Without characters that XML does not allow."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
