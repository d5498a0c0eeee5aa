"""A Dask cluster as a pool: its scheduler gives the executor, and its own settings (TLS among
them) are honoured. Whoever reaches an open scheduler can run code on its workers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from lemmata.verify.work.pool import Pool, PoolLost

_PATIENCE = 10  # seconds to find a scheduler


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """The workers of the scheduler at ``address``, which stay when the block ends."""
    try:
        from distributed import Client
    except ImportError as error:
        raise PoolLost("--scheduler needs Dask: pip install 'lemmata[cluster]'") from error
    # what goes wrong is said once, in one line
    logging.disable(logging.CRITICAL)
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise PoolLost(f"no scheduler answers at {address}") from error
    try:
        if not (threads := client.nthreads()):
            raise PoolLost(f"the scheduler at {address} has no workers")
        executor = client.get_executor(pure=False)
        size, name = sum(threads.values()), f"the scheduler at {address}"
        yield Pool(lambda: executor, size, size, lambda: client.status == "running", name)
    finally:
        client.close(timeout=2)
