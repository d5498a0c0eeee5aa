"""The errors of data files: each message is one line with what was found and what was expected."""

from lemmata.verify.errors import Misuse


class DataError(Misuse):
    """Data that cannot be used."""


class Missing(DataError):
    """Data that is not there."""


class WrongChecksum(DataError):
    """A file that is not the published one."""


class Corrupt(DataError):
    """A file that is not of its format, or holds what such a file does not hold."""
