"""What pyproject.toml cannot say: a wheel leaves out the tests, which sit beside what they test,
and says that lemmata.py is typed, for which a single module has no place of its own.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithoutTests(build_py):
    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found = super().find_package_modules(package, package_dir)
        return [entry for entry in found if not entry[1].startswith(("test_", "conftest"))]

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            marker = Path(self.build_lib) / "lemmata" / "py.typed"
            marker.parent.mkdir(exist_ok=True)
            marker.touch()


setup(cmdclass={"build_py": WithoutTests})
