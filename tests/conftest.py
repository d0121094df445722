"""What holds for all tests.

They speak English, whatever the developer does, may be told to skip nothing, and stop what hangs. Those that start
processes, or take long, are `whole`; all others are `fast`, and are held to it.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.discovery.gitignore import TOO_LARGE
from clblint.files.built import TOOL
from clblint.i18n.language import choose_language

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import FrameType

for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Reasons that hold wherever the tests run: what is other people's is not in the repository, and the case is none.
_ALLOWED = ("is not there", "is not kept yet", "kubectl sees no separator", "root may read everything")


HANGS = 600  # seconds: no machine is so slow
_MOST_PROCESSES = 4  # each may take two gigabytes


@pytest.fixture(autouse=True)
def _begin_anew() -> None:
    """Forget what an earlier run in this process left: its language, and what it told its user to be too large.

    A process of clblint ends after one run.
    """
    choose_language(())
    TOO_LARGE.clear()


@pytest.fixture
def ends() -> Iterator[None]:
    """Stop a test that never ends; how long it may take is not said."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        message = f"it has not ended in {HANGS} seconds"
        raise TimeoutError(message)

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(HANGS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """Give the folder of npm packages: the one that `CLBLINT_NODE_MODULES` names, or the tests' own."""
    return Path(os.environ.get("CLBLINT_NODE_MODULES") or Path(__file__).parent / "node" / "node_modules")


@pytest.fixture(scope="session")
def _processes() -> None:
    """For fixtures that start processes: tests that ask for one of them are `whole`."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, _processes: None) -> Path:
    """Build the site far from the tree, without the playground, and give its folder."""
    if shutil.which("zensical", path=os.fspath(Path(sys.executable).parent)) is None:
        pytest.skip("zensical is not installed: pip install -e '.[docs]'")
    from tools.site import build  # noqa: PLC0415 - few tests need it

    folder = tmp_path_factory.mktemp("site")
    build(os.fspath(folder))
    (folder / "play").mkdir()
    (folder / "play" / "index.html").touch()
    return folder


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `-n auto` begins."""
    return min(os.cpu_count() or 1, _MOST_PROCESSES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test is fast if nothing says otherwise."""
    for item in items:
        if "_processes" in getattr(item, "fixturenames", ()):
            item.add_marker("whole")
        elif item.get_closest_marker("whole") is None:
            item.add_marker("fast")


def pytest_collection_finish() -> None:
    """What was collected stays to the end: to look at it for garbage again and again took an eighth of the time.

    The rest is looked at less often, since little of what tests make is garbage in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


_STARTS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"}
_running_fast: list[pytest.Item] = []


def _forbid(event: str, arguments: tuple[object, ...]) -> None:
    if _running_fast and event in _STARTS and not _makes_rule_data(event, arguments):
        message = f"{event}: a fast test starts no process; it asks for the fixture `_processes`, or is marked `whole`"
        raise RuntimeError(message)


def _makes_rule_data(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether this is what a checkout does once when a source has changed: no test asks for it."""
    command = arguments[1] if event == "subprocess.Popen" else None
    return isinstance(command, list) and TOOL in command


sys.addaudithook(_forbid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A fast test that starts a process fails."""
    if item.get_closest_marker("fast"):
        _running_fast.append(item)
    try:
        return (yield)
    finally:
        _running_fast.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail what is skipped for want of a tool, where every tool is meant to be there."""
    report = yield
    if report.skipped and os.environ.get("CLBLINT_SKIP_NOTHING") and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not any(words in reason for words in _ALLOWED):
            report.outcome, report.longrepr = "failed", f"{item.nodeid} was skipped: {reason}"
    return report
