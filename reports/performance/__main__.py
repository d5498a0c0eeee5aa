"""``python -m lemmata.reports.performance .asv/results``: asv's results for the page."""

import json
import sys
from pathlib import Path

from lemmata.reports.performance.summary import NAME, NoResults, summarise
from lemmata.verify.results.writing import write


def main(arguments: list[str], target: Path) -> int:
    """Write the summary; the exit code, 2 where there is nothing to summarise."""
    if len(arguments) != 1:
        print("expected one argument, the folder of asv's results", file=sys.stderr)
        return 2
    try:
        summary, left_out = summarise(Path(arguments[0]))
    except (NoResults, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for line in left_out:
        print(f"left out: {line}", file=sys.stderr)
    print(f"wrote {write(target, json.dumps(summary, indent=1, allow_nan=False) + chr(10))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[1] / NAME))
