"""A user's file, executed from its source alone.

Bytecode would be written beside it, and some of the same second and size would be taken for it.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType


class FromSource(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """What stands beside it, and is imported by it, leaves no bytecode behind either."""
        before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            super().exec_module(module)
        finally:
            sys.dont_write_bytecode = before


def spec_of(name: str, file: Path, inside: list[str] | None = None) -> ModuleSpec:
    """What makes a module of this name from a file; ``inside`` are the folders of a package."""
    loader = FromSource(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
    assert spec is not None
    return spec
