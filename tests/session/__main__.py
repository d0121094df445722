"""`python -m tests.session EDITS [SEED]`: makes random edits and stops at the first difference from a fresh run."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.session.edits import Editing

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
with tempfile.TemporaryDirectory() as folder:
    editing = Editing(Path(folder), seed)
    for number in range(count):
        what = editing.edit()
        found = list(editing.differences())
        if found:
            sys.exit("\n".join([f"seed {seed}, edit {number}: {what}", *found]))
print(f"seed {seed}: {count} edits, no difference")
