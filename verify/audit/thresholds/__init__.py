"""From which growth and collapse on training fails: a study, its record, and what is read off it.

`study` trains small networks on the digits, ``recorded.json`` keeps what it found, `reading` reads
the thresholds off it. The conclusion of an audit names no other threshold.
"""
