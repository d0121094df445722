"""`python -m tests.hostile --inputs N [--seed S]`, at the root of the repository."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import time

from tests.hostile.campaign import campaign


def main() -> int:
    """Run a campaign; the exit code is 1 where something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--first", type=int, default=0, metavar="CHUNK", help="the chunk to begin with")
    parser.add_argument("--keep", default="hostile-failures", metavar="DIR", help="where the files of failures go")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    done = failures = 0
    shown = time.monotonic()
    for chunk in campaign(options.seed, options.inputs, options.jobs, options.first):
        done += chunk.inputs
        if chunk.failure:
            failures += 1
            place = os.path.join(options.keep, f"{options.seed}-{chunk.number}")
            shutil.copytree(chunk.files, place, dirs_exist_ok=True)
            print(f"--- chunk {chunk.number}, files in {place}\n{chunk.failure}", flush=True)
        if time.monotonic() - shown > 60:
            shown = time.monotonic()
            print(f"{done} inputs, {failures} failures", flush=True)
    print(f"{done} inputs, {failures} failures, seed {options.seed}")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
