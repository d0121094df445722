"""What holds for all tests: they speak English, whatever the developer does."""

from __future__ import annotations

import os

for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
