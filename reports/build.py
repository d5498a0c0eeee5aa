"""results.json -> index.html; reads the results file and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path


def build(results: Path) -> Path:
    """Write index.html beside the results file, in one step; the path of the page."""
    page = results.with_name("index.html")
    temporary = page.with_suffix(".tmp")
    temporary.write_text(render(json.loads(results.read_text(encoding="utf-8"))), encoding="utf-8")
    os.replace(temporary, page)
    return page


def render(results: dict[str, object]) -> str:
    return f"<!doctype html><title>Lemmata</title><p>{len(results)}</p>"
