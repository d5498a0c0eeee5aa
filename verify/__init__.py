"""How a claim is tested by running it (sampling, chains, statistics, experiments), and proved.

Paths mirror theory/: the checks of theory/meterez2024/appendix_c.py are in
verify/meterez2024/appendix_c.py.
"""

import os

# One thread per process, set before numpy is loaded: workers must not fight over the cores, and
# sums must not depend on how many there are.
for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_pool, "1")

# torch asks for huge pages for tensors of 2 MiB or more: a first touch by small pages costs as much
# as ten passes over the memory. Read when torch first allocates; without effect but on Linux.
os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")
