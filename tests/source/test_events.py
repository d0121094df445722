"""The parser is chosen in one place, and nothing of it is imported before it is needed."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from clblint.source import events
from clblint.source.document import read_documents
from clblint.source.text import Source
from clblint.source.walk import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Forget which engine was chosen, before and after."""
    events.chosen.cache_clear()
    yield
    events.chosen.cache_clear()


def test_the_c_extension_is_used_where_it_exists() -> None:
    assert events.engine().name == "c"
    assert events.engine(pure=True).name == "pure"


def test_without_it_the_parser_in_python_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_ruamel_yaml", None)
    assert events.engine().name == "pure"
    (document,) = read_documents(Source("x.yaml", b"a: on"))
    assert document.root is not None
    assert to_json(document.root) == {"a": True}


def test_the_environment_can_force_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLBLINT_PURE_YAML", "1")
    assert events.engine().name == "pure"


@pytest.mark.whole
def test_importing_the_reader_imports_no_parser() -> None:
    code = "import sys, clblint.source.document; sys.exit(any('yaml' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_threads_that_parse_get_nodes_each_and_others_get_events() -> None:
    text = "a: &x [1, 2]\nb: *x\n" * 20  # not plain, so that the extension reads it
    before, read = sys.getswitchinterval(), 4 * [0]
    sys.setswitchinterval(1e-5)

    def work(number: int) -> None:
        for _ in range(100):
            (document,) = read_documents(Source(f"{number}.yaml", text.encode()))
            assert document.root is not None
            read[number] += 1

    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(work, range(4)))
    finally:
        sys.setswitchinterval(before)
    assert read == 4 * [100]
    extension = pytest.importorskip("_ruamel_yaml")
    assert type(extension.CParser("a").get_event()).__module__ == "ruamel.yaml.events"
