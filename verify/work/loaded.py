"""Loads every check: what the processes that work share from their start."""

import torch  # noqa: F401

from lemmata.verify import runner

runner.load()
