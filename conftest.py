"""What tests share with the machine: a cache folder of their own, and Ctrl-C that arrives."""

import os
import signal
import tempfile

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="lemmata-tests-")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as of a shell's jobs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else what is tested ignores it
