"""How often intervals miss, for runs that would measure it anew: once in a process, two seconds."""

from functools import cache

from verify.statistics import calibration

measured = cache(calibration.measure)
