"""`python -m tests.forms --inputs N [--seed S] [--jobs J]`, at the root of the repository."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

from clblint.source.plain import compiled_parser
from tests.forms.campaign import differences_of_seed
from tests.hostile.seeds import seeds

_CHUNK = 500  # inputs for one task


def main() -> int:
    """Compare; the exit code is 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.forms", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    print(f"seed {options.seed}, {'compiled' if compiled_parser() else 'pure Python'}", flush=True)
    seeds()  # read once, here: the processes inherit it
    chunks = -(-options.inputs // _CHUNK)
    found = 0
    # A process that crashes ends the run with BrokenProcessPool: the number printed last tells which chunks to repeat.
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("fork")) as pool:
        results = pool.map(_work, itertools.repeat(options.seed, chunks), range(chunks))
        for number, differences in enumerate(results):
            for data, wrong in differences:
                found += 1
                print(f"chunk {number}: {wrong}\n    {data!r}", flush=True)
            print(f"{(number + 1) * _CHUNK} inputs, {found} differences", end="\r", flush=True)
    print()
    return int(found > 0)


def _work(seed: int, number: int) -> list[tuple[bytes, str]]:
    with tempfile.TemporaryDirectory(prefix="clblint-forms-") as folder:
        os.chdir(folder)
        found = differences_of_seed(f"{seed}/{number}", _CHUNK)
        os.chdir("/")
    return found


if __name__ == "__main__":
    sys.exit(main())
