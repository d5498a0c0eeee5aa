"""asv suites: speed and memory, with peers as a parameter beside ours."""

import lemmata.verify  # noqa: F401  (one thread per process, set before torch is loaded)
