"""Where results stand: in a clone its ``reports/``, else ``reports/`` of the current directory.

Nothing is ever written into an installed package.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # of the clone, or of the installed packages


def folder() -> Path:
    """``reports/`` of the clone that this file stands in; where the user stands, if in none."""
    try:
        in_a_clone = 'name = "lemmata"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        in_a_clone = False
    return (ROOT if in_a_clone else Path.cwd()) / "reports"
