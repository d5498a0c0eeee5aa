"""The textbook theorems, one module a subject, all loaded with it: see ``verify.kernel.facts``."""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
