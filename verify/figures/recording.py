"""``make record``: measure at standard effort what is not recorded yet, and write it down.

To record everything anew, delete the files first. Networks that are kept below ``reports/training``
are not trained again. The folder of data is that of LEMMATA_DATA; an argument names the commit that
trained the kept networks, if it is another one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.data.catalogue import SOURCES
from lemmata.verify.data.loading import folder_of_data, md5_sums, require_sound
from lemmata.verify.errors import Misuse
from lemmata.verify.figures import recorded
from lemmata.verify.registry import Check, checks_of
from lemmata.verify.results.place import ROOT


def main(commit: str = "") -> None:
    """Write every ``recorded.json`` to which something was added, in one step each."""
    if not commit:
        commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    require_sound()
    data = md5_sums(folder_of_data(None), SOURCES.values())
    about = {"command": "make record", "seed": 0, "data": data}
    added: dict[Path, dict[str, recorded.RecordEntry]] = {}
    for claim in runner.load().values():
        for check in checks_of(claim.id):
            records = vars(check.function).get("records")
            if records and not _is_recorded(claim, check):
                print(f"recording {claim.id}", file=sys.stderr)
                path, known = recorded.beside(str(ROOT / check.file))
                entries = added.setdefault(path, dict(known["entries"]) if known else {})
                run = runner.run_of(claim, check, runner.Settings(train=True))
                for key, one in records(run).items():
                    one["commit"] = commit
                    entries[key] = _joined(entries.get(key), one)
    for path, entries in added.items():
        recorded.write(path, about, entries)
        print(f"{path}: {len(entries)} entries")


def _is_recorded(claim: Claim, check: Check) -> bool:
    """Whether the record has all that the check reads."""
    try:
        evidence = check.function(runner.run_of(claim, check, runner.Settings()))
    except KeyError:  # a series of which nobody asked this before
        return False
    return evidence.recorded is not None


def _joined(old: recorded.RecordEntry | None, new: recorded.RecordEntry) -> recorded.RecordEntry:
    """What both have; where they repeat each other it was measured when the old one was."""
    both = [] if old is None else [name for name in old["values"] if name in new["values"]]
    if old is None or any(old["values"][name] != new["values"][name] for name in both):
        return new
    values, layers = old["values"] | new["values"], old["layers"] | new["layers"]
    return {**old, "values": values, "layers": layers}


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2])
    except Misuse as error:
        sys.exit(f"make record: {error}")
