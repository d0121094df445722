"""Many inputs, made and judged in processes of their own: what hangs or takes all memory ends only one of those."""

from __future__ import annotations

import gc
import itertools
import json
import multiprocessing
import os
import shutil
import tempfile
import traceback
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings

from tests.hostile.inputs import Folder, folder_of, folders
from tests.hostile.judge import judge
from tests.hostile.process import TooLongError, limit_process
from tests.hostile.seeds import seeds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import ForkProcess

_FOLDERS = 25  # for one process
_MOST_TRIES = 150  # at making a failure smaller
_SAME = 20  # characters by which a fault is known again
_MOST_SECONDS = 600  # of processor time for one process, where even the watchdog does not get through


class Chunk(NamedTuple):
    """What one process came to: its number, how many inputs it judged, and what failed, with the files in which."""

    number: int
    inputs: int
    failure: str = ""
    files: str = ""


def campaign(seed_: int, inputs: int, jobs: int, first: int = 0) -> Iterator[Chunk]:
    """Chunks until so many inputs are judged; those of one seed are always the same."""
    for kind in seeds():  # read once, here: the processes inherit it
        assert seeds()[kind]
    gc.freeze()
    with tempfile.TemporaryDirectory(prefix="clblint-hostile-") as place:
        numbers = itertools.count(first)
        running: dict[ForkProcess, int] = {}
        done = 0
        while done < inputs:
            while len(running) < jobs:
                number = next(numbers)
                process = multiprocessing.get_context("fork").Process(target=_work, args=(place, seed_, number))
                process.start()
                running[process] = number
            ready = wait([process.sentinel for process in running])
            for process in [process for process in running if process.sentinel in ready]:
                process.join()
                chunk = _result(os.path.join(place, str(running.pop(process))), process.exitcode)
                done += chunk.inputs
                yield chunk
        for process in running:
            process.kill()
            process.join()


def _work(place: str, seed_: int, number: int) -> None:
    here = os.path.join(place, str(number))
    os.makedirs(here)
    os.chdir(here)
    os.environ.update(CLBLINT_CACHE_DIR=os.path.join(here, "cache"), CLBLINT_DEBUG="", HOME=here)
    limit_process(_MOST_SECONDS)
    chunk = judged(seed_, number)
    with open("result.json", "w", encoding="utf-8") as stream:
        json.dump(chunk, stream)
    os._exit(0)  # without the ends that the parent has planned for itself


def judged(seed_: int, number: int) -> Chunk:
    """Make and judge the inputs of one chunk in the working directory; a failure is made as small as can be."""
    count = 0
    failed: list[tuple[Folder, str]] = []

    @seed(f"{seed_}/{number}")
    @settings(
        max_examples=_FOLDERS,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],  # a folder is made smaller by us: what is in it matters, not how it was made
        verbosity=Verbosity.quiet,
        print_blob=False,
    )
    @given(folders())
    def each(folder: Folder) -> None:
        nonlocal count
        count += folder.inputs
        if fault := fault_in(folder):
            failed.append((folder, fault))

    each()
    if not failed:
        return Chunk(number, count)
    keep(smallest(*failed[0]), "failed")
    return Chunk(number, count, "\n".join(fault for _, fault in failed), os.path.abspath("failed"))


def fault_in(folder: Folder) -> str:
    """What does not hold for a folder; empty where all does."""
    try:
        judge(folder)
    except (Exception, TooLongError) as error:  # noqa: BLE001 - whatever it is, it is the answer
        known = isinstance(error, (AssertionError, TooLongError))
        return "".join(traceback.format_exception_only(error) if known else traceback.format_exception(error))
    finally:
        gc.collect()  # which clblint itself never does
    return ""


def smallest(folder: Folder, fault: str) -> Folder:
    """The folder with as little in it as shows the same fault, found in a limited number of tries."""
    tries = iter(range(_MOST_TRIES))

    def shows_it(files: dict[str, bytes]) -> bool:
        there = next(tries, None) is not None
        return there and fault_in(folder._replace(files=files))[:_SAME] == fault[:_SAME]

    files = folder.files
    for name in files:
        if len(files) > 1 and shows_it({name: files[name]}):
            files = {name: files[name]}
    for name in list(files):
        if shows_it(fewer := {other: data for other, data in files.items() if other != name}):
            files = fewer
    for name in files:
        lines = files[name].splitlines(keepends=True)
        size = len(lines) // 2
        while size:
            for at in reversed(range(0, len(lines), size)):
                left = lines[:at] + lines[at + size :]
                if shows_it({**files, name: b"".join(left)}):
                    lines = left
            size //= 2
        files = {**files, name: b"".join(lines)}
    return folder._replace(files=files)


def keep(folder: Folder, place: str) -> None:
    """Write the files of a folder, and empty ones for those without which it would be of another kind."""
    for name, data in folder.files.items():
        path = os.path.join(place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(data)


def _result(here: str, code: int | None) -> Chunk:
    number = int(os.path.basename(here))
    try:
        with open(os.path.join(here, "result.json"), encoding="utf-8") as stream:
            chunk = Chunk(*json.load(stream))
    except FileNotFoundError:
        chunk = Chunk(number, 0, f"the process ended with {code}", os.path.join(here, "in"))
    if not chunk.failure:
        shutil.rmtree(here)
    return chunk


def replayed(files: str) -> None:
    """Judge the files of a folder again, here; `AssertionError` where something does not hold."""
    found = {}
    for here, _, names in os.walk(files):
        for name in names:
            path = os.path.join(here, name)
            with open(path, "rb") as stream:
                found[os.path.relpath(path, files)] = stream.read()
    found.pop(".git/HEAD", None)
    judge(folder_of(found))
