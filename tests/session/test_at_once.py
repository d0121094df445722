"""Sessions in the threads of one process do not meet: neither in a working directory nor in a language."""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from clblint.i18n.language import current_language
from clblint.run.options import Options
from clblint.session import Session
from clblint.suppress.baseline import BaselineEntry, as_text
from tests.files import write_files
from tests.session.edits import KEY, PROJECT, fresh_findings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.lint.finding import Finding

ROUNDS = 2
HANGS = 120  # seconds: no machine is so slow


@pytest.fixture
def _often() -> Iterator[None]:
    """Have threads take turns often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


def told(found: list[Finding]) -> list[tuple[object, ...]]:
    return [(one.place, one.rule, str(one.message), str(one.seen), str(one.fix), one.roots) for one in found]


def asked(session: Session, folder: Path) -> list[Finding]:
    """The findings in all files, each after a change on disk."""
    found: list[Finding] = []
    for path in sorted(PROJECT):
        if (folder / path).exists():
            session.reload(path)
            session.plans(path)
            found += session.fixed(path, session.findings(path))
    return sorted(found, key=lambda one: one.sort_key)


@pytest.mark.usefixtures("_often")
def test_two_sessions_in_two_threads_say_what_fresh_runs_say(tmp_path: Path) -> None:
    projects = {tmp_path / "one": PROJECT, tmp_path / "other": {**PROJECT, "shop/web.yaml": PROJECT["shop/pods.yaml"]}}
    del projects[tmp_path / "other"]["prod/patch.yaml"]
    for folder, files in projects.items():
        write_files(folder, files)
    wanted = [told(fresh_findings(folder)) for folder in projects]
    assert wanted[0] != wanted[1]
    barrier = Barrier(len(projects))

    def work(folder: Path) -> list[list[tuple[object, ...]]]:
        barrier.wait(HANGS)
        session = Session(str(folder))
        return [told(asked(session, folder)) for _ in range(ROUNDS)]

    with ThreadPoolExecutor() as pool:
        found = list(pool.map(work, projects))
    assert found == [[one] * ROUNDS for one in wanted]


@pytest.mark.usefixtures("_often")
def test_each_thread_has_the_language_of_its_session(tmp_path: Path) -> None:
    write_files(tmp_path, {"web.yaml": PROJECT["shop/web.yaml"]})
    languages = ("en", "zh", "en", "zh")
    barrier = Barrier(len(languages))

    def work(language: str) -> set[str]:
        session = Session(str(tmp_path), language=language)
        session.findings("web.yaml")
        barrier.wait(HANGS)
        said = set()
        for port in range(100, 120):
            session.set_text("web.yaml", PROJECT["shop/web.yaml"].replace("port: 80\n", f"port: {port}\n"))
            said |= {plan.text.splitlines()[1] for plan in session.plans("web.yaml")} | set(session.notes())
        return said

    with ThreadPoolExecutor(len(languages)) as pool:
        found = list(pool.map(work, languages))
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert all(text.isascii() for text in found[0])
    assert not any(text.isascii() for text in found[1])
    assert current_language() == "en"


def test_all_that_a_session_reads_is_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    web = PROJECT["shop/web.yaml"]
    files = {
        "shop/web.yaml": web,
        "shop/pods.yaml": PROJECT["shop/pods.yaml"],
        "shop/.gitignore": "left-out.yaml\n",
        "shop/left-out.yaml": web,
        "shop/rest/web.yaml": web.replace("nodePort: 30080", f"nodePort: 30081\n#{KEY}"),
        "conf.yaml": "exclude: [shop/rest]\ncluster: {ccm-version: v2.9.1}\n",
        "cloud/clb.json": '{"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0, "PageNumber": 1, "PageSize": 50}',
        "outside.yaml": web,
    }
    folder = tmp_path / "home"
    write_files(folder, files)
    (folder / ".git").mkdir()
    (tmp_path / "outside.yaml").write_text(web)
    (folder / "shop" / "link.yaml").symlink_to("../outside.yaml")
    (folder / "shop" / "out.yaml").symlink_to("../../outside.yaml")
    options = Options(("shop",), "conf.yaml", inventory="cloud", no_cache=True)
    known = [one for one in fresh_findings(folder, options) if one.path == "shop/pods.yaml"]
    entries = Counter(BaselineEntry(one.path, one.object, one.rule, one.subject) for one in known)
    (folder / "known.json").write_text(as_text(entries))
    options = options._replace(baseline="known.json")
    wanted = fresh_findings(folder, options)
    assert {one.path for one in wanted} == {"shop/web.yaml", "shop/link.yaml"}

    def refuse(path: object) -> None:
        message = f"the working directory of the process is to be {path}"
        raise AssertionError(message)

    here = os.getcwd()
    monkeypatch.setattr(os, "chdir", refuse)
    session = Session(str(folder), options)
    paths = [name for name in files if name.startswith("shop")] + ["shop/link.yaml", "shop/out.yaml"]
    found = [one for path in sorted(paths) for one in session.findings(path)]
    assert known
    assert told(sorted(found, key=lambda one: one.sort_key)) == told(wanted)
    assert session.text("shop/web.yaml") == web.encode()
    assert os.getcwd() == here
