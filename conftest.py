"""What tests keep for one another stays among them: not in the user's own cache folder."""

import os
import tempfile

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="lemmata-tests-")
