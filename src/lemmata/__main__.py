"""``python -m lemmata``: the command line."""

import sys

from lemmata.verify.cli import main

if __name__ == "__main__":
    sys.exit(main())
