"""What cannot be read is one clear line, and nothing is concluded from its absence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.errors import UsageError
from clblint.inventory.load import Export, find_export
from tests.effort import lines_run
from tests.inventory.conftest import balancers, listener

if TYPE_CHECKING:
    from pathlib import Path

    from tests.inventory.conftest import Load

CUT = json.dumps(balancers("lb-1"), indent=2)[:-20]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("", "clbs/a.json:1:1: holds no answer of the Alibaba Cloud CLI", id="empty"),
        pytest.param("null", "clbs/a.json:1:1: holds no answer of the Alibaba Cloud CLI", id="null"),
        pytest.param(CUT, "clbs/a.json:4:7: not JSON: ", id="cut off"),
        pytest.param("ERROR: SDK.ServerError", "clbs/a.json:1:1: no answer of the Alibaba Cloud CLI", id="words"),
        pytest.param('{"a": 1}', "clbs/a.json:1:1: no answer of the Alibaba Cloud CLI", id="something else"),
        pytest.param("[1]", "clbs/a.json:1:2: no answer of the Alibaba Cloud CLI", id="numbers"),
        pytest.param(
            '{"RequestId": "A", "Code": "Throttling.User", "Message": "too fast"}',
            "clbs/a.json:1:28: the call failed with Throttling.User",
            id="a refused call",
        ),
        pytest.param(
            '{"LoadBalancers": {"LoadBalancer": "none"}}',
            "clbs/a.json:1:19: LoadBalancers.LoadBalancer is no list",
            id="no list",
        ),
        pytest.param(
            '{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerName": "web"}]}}',
            "clbs/a.json:1:37: an entry of LoadBalancers.LoadBalancer without LoadBalancerId",
            id="no id",
        ),
        pytest.param(
            '{"LoadBalancers": {"LoadBalancer": [1]}}',
            "clbs/a.json:1:37: an entry of LoadBalancers.LoadBalancer without LoadBalancerId",
            id="no entry",
        ),
    ],
)
def test_a_clear_line(load: Load, text: str, line: str) -> None:
    inventory = load(a=text, b=balancers("lb-1"))
    (flaw,) = inventory.flaws
    assert str(flaw).startswith(line)
    assert len(inventory.clbs) == 1
    assert not inventory.clbs.lacks("lb-2")


def test_a_flaw_of_one_call_does_not_touch_the_others(load: Load) -> None:
    inventory = load(a={"Listeners": [{"ListenerPort": 80}]}, b=balancers("lb-1"))
    assert [str(flaw) for flaw in inventory.flaws] == ["clbs/a.json:3:3: an entry of Listeners without LoadBalancerId"]
    assert inventory.clbs.lacks("lb-2")


@pytest.mark.parametrize("path", ["missing", "missing/clbs.json"])
def test_a_path_that_is_not_there(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=path):
        find_export(path)


def test_other_files_of_a_folder_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clbs").mkdir()
    (tmp_path / "clbs" / "README.md").write_text("how this was made")
    (tmp_path / "clbs" / "values.yaml").write_text("a: b")
    (tmp_path / "clbs" / "deep").mkdir()
    (tmp_path / "clbs" / "deep" / "lbs.json").write_text(json.dumps(balancers("lb-1")))
    inventory = find_export("clbs").read()
    assert (len(inventory.clbs), inventory.flaws) == (1, ())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"LoadBalancers":' * 50_000, id="open braces"),
        pytest.param("[" * 50_000 + "]" * 50_000, id="brackets"),
        pytest.param('{"LoadBalancers": {"LoadBalancer": [' + "1," * 200_000 + "1]}}", id="too many values"),
        pytest.param('{"LoadBalancers": "' + "x" * 10_000_000 + '"}', id="a long text"),
        pytest.param('{"LoadBalancerId": 1e999, "Tags": {"Tag": [[], {}, null, {"TagKey": {}}]}}', id="odd types"),
        pytest.param('{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": {"a": []}}]}}', id="an id that is none"),
        pytest.param('{"TotalCount": "x", "VSwitches": {"VSwitch": []}}', id="a count that is none"),
        pytest.param(
            '{"Listeners": [{"LoadBalancerId": "a", "ListenerPort": [], "ListenerProtocol": {}}]}', id="no port"
        ),
        pytest.param("\0" * 100_000, id="NULs"),
    ],
)
@pytest.mark.usefixtures("ends")
def test_hostile_files_are_read_to_an_end(load: Load, text: str) -> None:
    inventory = load(a=text)
    for clb in inventory.clbs:
        assert clb.tags is not None or clb.listeners == ()


def test_reading_an_inventory_takes_linear_time() -> None:
    """Twice as many are twice the work, not four times."""

    def read(count: int) -> None:
        ids = [f"lb-{number}" for number in range(count)]
        answers = (balancers(*ids), {"Listeners": [listener(id_, 80) for id_ in ids]})
        inventory = Export(tuple((f"{n}.json", json.dumps(one).encode()) for n, one in enumerate(answers)), 0).read()
        assert all(len(clb.listeners) == 1 for clb in inventory.clbs)

    assert lines_run(lambda: read(400)) < 3 * lines_run(lambda: read(200))
