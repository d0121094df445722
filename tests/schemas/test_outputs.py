"""What is printed as JSON is what its schema says, and nothing that the schema does not know."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from clblint.change.plan import document, rows_of
from clblint.cli.main import main
from clblint.config.schemas import read_schema
from clblint.kube.clusters.profile import undeclared
from clblint.run.against import between
from tests.diagnose.snapshots import recorded
from tests.picture.test_drawings import CHANGES
from tests.rules.edge_cases import EDGES, edge

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("report", "plan", "rules", "plugins", "explain", "diagnose")
ROOT = Path(__file__).parents[2]


def closed(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """The schema with no further field anywhere: a new field has to be described."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    open_ = {"additionalProperties", "oneOf"} & schema.keys()
    return made if open_ or schema.get("type") != "object" else {**made, "additionalProperties": False}


VALIDATORS = {name: Draft202012Validator(closed(read_schema(name))) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_schema_that_allows_what_is_added_later(name: str) -> None:
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/schemas/clblint_schemas/{name}.schema.json")
    assert "additionalProperties" not in schema
    assert f"{name}.schema.json" in (ROOT / "docs" / "json.md").read_text(encoding="utf-8")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """Give the function that runs clblint on an edge case, or in this folder, and reads what it prints."""
    here = os.getcwd()

    def run(*arguments: str) -> Any:  # noqa: ANN401 - a document
        main([*arguments, "--format", "json"])
        return json.loads(capsys.readouterr().out)

    yield run
    os.chdir(here)


@pytest.mark.whole
@pytest.mark.parametrize("verb", ["plan", "check"])
def test_reports_of_edge_cases_satisfy_the_schema(verb: str, printed: Any, tmp_path: Path) -> None:  # noqa: ANN401 - the fixture above
    validator = VALIDATORS["plan" if verb == "plan" else "report"]
    services = 0
    for number, name in enumerate(EDGES):
        folder = tmp_path / str(number)
        for file, text in edge(name).files:
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        os.chdir(folder)
        inventory = ("--inventory", "inventory.json") if Path("inventory.json").exists() else ()
        made = printed(
            *(["plan"] if verb == "plan" else ["--no-cache", "--jobs", "1", "--show-suppressed"]), ".", *inventory
        )
        assert list(map(str, validator.iter_errors(made))) == [], name
        services += len(made["services" if verb == "plan" else "findings"])
    assert services > len(EDGES)


def test_plans_of_changes_satisfy_the_schema() -> None:
    for old, new, _ in CHANGES.values():
        then = {"web.yaml": ("old/web.yaml", old)} if old else {}
        now = {"web.yaml": ("web.yaml", new)} if new else {}
        found = between(then, now, undeclared())
        rows = rows_of([change.new for change in found if change.new is not None], found)
        made = json.loads(json.dumps(document(rows, "HEAD")))
        assert list(map(str, VALIDATORS["plan"].iter_errors(made))) == []


def test_plans_as_nlb_satisfy_the_schema(printed: Any) -> None:  # noqa: ANN401 - the fixture above
    os.chdir(ROOT)
    made = printed("plan", "--as", "nlb", "examples")
    assert len(made["services"]) == 4
    assert list(map(str, VALIDATORS["plan"].iter_errors(made))) == []


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("rules", ["rules"]),
        ("plugins", ["plugins"]),
        ("explain", ["explain", "local-without-wrr"]),
        ("explain", ["explain", "scheduler"]),
        ("explain", ["explain", "forward-port"]),
        ("explain", ["explain", "cause:account-balance"]),
        ("explain", ["explain", "--event", "ParameterMissing, zone mappings are required"]),
        ("explain", ["explain", "--event", "nothing that anybody has ever seen"]),
    ],
    ids=str,
)
def test_outputs_of_other_verbs_satisfy_the_schema(name: str, command: list[str], printed: Any) -> None:  # noqa: ANN401 - the fixture above
    assert list(map(str, VALIDATORS[name].iter_errors(printed(*command)))) == []


def test_diagnoses_satisfy_the_schema(printed: Any, tmp_path: Path) -> None:  # noqa: ANN401 - the fixture above
    for number, case in enumerate(recorded().values()):
        folder = tmp_path / str(number)
        for file, text in case["files"].items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        made = printed("diagnose", str(folder))
        assert list(map(str, VALIDATORS["diagnose"].iter_errors(made))) == [], case["name"]
        assert made["services"]


def test_a_field_that_is_not_described_is_found() -> None:
    made = {"format": 1, "services": []}
    assert not list(VALIDATORS["plan"].iter_errors(made))
    assert list(VALIDATORS["plan"].iter_errors({**copy.deepcopy(made), "more": 1}))
