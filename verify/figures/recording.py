"""``make record``: measure at standard effort what is recorded, and write it beside its checks.

Networks that are kept below ``reports/training`` are not trained again. The folder of data is that
of LEMMATA_DATA; an argument names the commit that trained the kept networks, if it is another one.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from lemmata.verify import runner
from lemmata.verify.data.catalogue import SOURCES
from lemmata.verify.data.loading import folder_of_data, md5_sums, require_sound
from lemmata.verify.errors import Misuse
from lemmata.verify.figures import recorded
from lemmata.verify.registry import checks_of
from lemmata.verify.results.place import ROOT


def main(commit: str = "") -> None:
    """Write every ``recorded.json``, in one step each."""
    if not commit:
        commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    require_sound()
    settings = runner.Settings(train=True)
    about = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "machine": recorded.machine(),
        "command": "make record",
        "seed": settings.seed,
        "data": md5_sums(folder_of_data(None), SOURCES.values()),
    }
    entries: dict[Path, dict[str, recorded.RecordEntry]] = {}
    for claim in runner.load().values():
        for check in checks_of(claim.id):
            if records := vars(check.function).get("records"):
                print(f"recording {claim.id}", file=sys.stderr)
                path = (ROOT / check.file).with_name(recorded.NAME)
                for key, one in records(runner.run_of(claim, check, settings)).items():
                    known = entries.setdefault(path, {}).setdefault(key, one)
                    known["values"] |= one["values"]
                    known["layers"] |= one["layers"]
    for path, found in entries.items():
        recorded.write(path, about, found)
        print(f"{path}: {len(found)} entries")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2])
    except Misuse as error:
        sys.exit(f"make record: {error}")
