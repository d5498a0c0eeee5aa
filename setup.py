"""Tests sit beside what they test; a wheel leaves them out, which pyproject.toml cannot say."""

from setuptools import setup
from setuptools.command.build_py import build_py


class WithoutTests(build_py):
    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found = super().find_package_modules(package, package_dir)
        return [entry for entry in found if not entry[1].startswith(("test_", "conftest"))]


setup(cmdclass={"build_py": WithoutTests})
