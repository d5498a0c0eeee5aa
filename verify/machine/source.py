"""Executes a user's file from its source, without bytecode.

Bytecode would be written next to the file, and an old one of the same second and size be reused.
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
        """Write no bytecode for the files that it imports either."""
        before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            super().exec_module(module)
        finally:
            sys.dont_write_bytecode = before


def spec_of(name: str, file: Path, inside: list[str] | None = None) -> ModuleSpec:
    """The spec that loads a file as a module; ``inside`` are the folders of a package."""
    loader = FromSource(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
    assert spec is not None
    return spec
