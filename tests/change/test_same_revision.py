"""A revision compared with itself: nothing is found, and the plan is empty, whatever is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clblint.change.effect import REFUSED
from clblint.config.model import no_config
from clblint.config.parse import parse_config
from clblint.inventory.load import Export
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example, page_of, unmarked
from tests.change.comparing import compared, manifests
from tests.change.conftest import Repository
from tests.recorded.files import needs_corpus
from tests.rules.edge_cases import EDGES, edge

EXAMPLES = Path(__file__).parents[2] / "examples"
CONFIG, OLD, INVENTORY = ".clblint.yaml", "old/", "inventory"
TODAY = 20_454
RULES = {rule.name: rule for rule in load_plugins().rules}


def with_itself(example: Example) -> list[str]:
    """What is said of the present files of an example beside themselves, and of the older ones.

    What the API server refuses it refuses each time.
    """
    files = {name: unmarked(text).encode() for name, text in example.files}
    config = parse_config(CONFIG, files.pop(CONFIG)) if CONFIG in files else no_config()
    exported = [(name, files.pop(name)) for name in sorted(files) if name.startswith(INVENTORY)]
    inventory = Export(tuple(exported), TODAY).read() if exported else None
    older = {name: files.pop(name) for name in list(files) if name.startswith(OLD)}
    found = [said for state in (files, older) for said in compared(state, state, config.cluster, inventory)]
    return [said for said in found if not said.endswith(REFUSED)]


@pytest.mark.parametrize("name", RULES)
def test_the_examples_of_a_page(name: str) -> None:
    assert [said for example in page_of(RULES[name]).examples for said in with_itself(example)] == []


@pytest.mark.parametrize("name", EDGES)
def test_an_edge_case(name: str) -> None:
    assert with_itself(edge(name)) == []


@pytest.mark.whole
def test_a_commit_and_the_folder_as_it_was_committed(tmp_path: Path) -> None:
    """Edge cases and the examples of the repository, through the command line."""
    repository = Repository(tmp_path / "project")
    for path in sorted(EXAMPLES.glob("*.yaml")):
        repository.write(f"examples/{path.name}", path.read_text(encoding="utf-8"))
    for name in EDGES:
        for file, text in edge(name).files:
            repository.write(f"edges/{name}/{file}", text)
    repository.commit()
    assert repository.findings("--against", "HEAD", ".") == []
    plan = repository.clblint("plan", "--against", "HEAD", ".").stdout
    assert plan == "no load balancer changes since HEAD\n"


@pytest.mark.whole
@needs_corpus
def test_real_manifests_compared_with_themselves_change_nothing() -> None:
    assert [said for path, data in manifests().items() for said in compared({path: data}, {path: data})] == []
