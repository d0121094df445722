"""Measures how long an editor waits for the findings after a keystroke: `python benchmarks/keys.py [FILES]`.

The project is the corpus; somebody opens four files of it and types into one, key by key: an annotation, a label, a
port, a mistake that makes the file unreadable for a while, and a second Service. After each key the findings of all
open files are asked for, as the language server does. Processor time, so that a busy machine changes little.
"""

from __future__ import annotations

import gc
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from corpus import PREFIX, write_corpus

from clblint.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = 3000
LIMIT = 0.1  # seconds, for 95 of 100 keys
SECOND = "---\napiVersion: v1\nkind: Service\nmetadata:\n  name: typed\nspec:\n  type: LoadBalancer\n"


def keys(text: str) -> Iterator[str]:
    """Yield the text of a file after each key of a recorded hand: what it types, where, and what it takes back."""
    for anchor, typed in (
        ("  annotations:\n", f"    {PREFIX}scheduler: wrrr\n"),
        ("metadata:\n", "  labels:\n    tier: front\n"),
        ("  ports:\n", "  - name: typed\n    port: 8443\n    targetPort: 8443\n"),
        ("spec:\n", "  externalTrafficPolicy: Local\n"),
        ("", SECOND),
    ):
        at = text.find(anchor) + len(anchor) if anchor else len(text)
        for end in range(1, len(typed) + 1):
            yield text[:at] + typed[:end] + text[at:]
        text = text[:at] + typed + text[at:]
    for end in range(1, len(SECOND) + 1):
        yield text[:-end]


def main() -> None:
    """Print the times of opening and typing, and the memory."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(folder, count)
        names = sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*.yaml"))[:4]
        session = Session(folder)
        begin = time.process_time()
        for name in names:
            session.set_text(name, Path(folder, name).read_bytes())
        dict(session.changed_findings())
        opened = time.process_time() - begin
        gc.freeze()
        times = sorted(_times(session, names[0], Path(folder, names[0]).read_text(encoding="utf-8")))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    half, most_of = times[len(times) // 2], times[len(times) * 95 // 100]
    print(f"{count} files: read in {opened:.1f} s; {len(times)} keys: half within {1000 * half:.0f} ms,", end=" ")
    print(f"95 % within {1000 * most_of:.0f} ms, all within {1000 * times[-1]:.0f} ms; {most:.0f} MB")
    sys.exit(most_of > LIMIT)


def _times(session: Session, name: str, text: str) -> Iterator[float]:
    for typed in keys(text):
        begin = time.process_time()
        session.set_text(name, typed)
        dict(session.changed_findings())
        yield time.process_time() - begin


if __name__ == "__main__":
    main()
