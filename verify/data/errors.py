"""What can be wrong with data: each error is one line that says what was found and expected."""


class DataError(ValueError):
    """Data that cannot be used."""


class Missing(DataError):
    """Data that is not there."""


class WrongChecksum(DataError):
    """A file that is not the published one."""


class Corrupt(DataError):
    """A file that is not of its format, or holds what such a file does not hold."""
