"""Work grows with the input and not with its square, whatever the input: counted in lines of Python that are run.

What runs in C is not counted; long values are read with a limit of processor time, which no linear work comes near.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from clblint.config.model import no_config
from clblint.discovery.globs import Patterns
from clblint.discovery.walk import Input
from clblint.engine import pool
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.inventory.load import Export
from clblint.kube.catalogue.catalogue import PREFIX, catalogue
from clblint.plugins.manager import load_plugins
from clblint.run.against import between, findings_of
from tests.effort import lines_run, processor_time

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clblint.engine.outcome import Outcome
    from clblint.inventory.inventory import Inventory
    from clblint.lint.rule import Rule

pytestmark = pytest.mark.whole

# Services, and how many times the work may be for twice as many: more means that a twentieth of it grows as a square.
SIZES = (120, 240)
MOST = 2.1
LONG = 30_000
SECONDS = 15  # of processor time for one run over all annotations: a square of that length takes hours
CLB = "lb-2zeb3qcm8q2x0t1b0jxyz"
OWNER = "a" + "0" * 31

KINDS = {"clb": "", "nlb": "\n  loadBalancerClass: alibabacloud.com/nlb"}
OF_OTHERS = frozenset({"class", "type", "tunnel-type", "id"})  # with a value that is wrong, there is no CLB

Files = dict[str, bytes]


@cache
def rules() -> tuple[Rule, ...]:
    return tuple(load_plugins().rules)


def run(files: Files, inventory: Inventory | None = None) -> Outcome:
    config = no_config()
    return lint(
        [Input(name) for name in sorted(files)],
        lambda: WorkerSettings(rules(), config.cluster, inventory=inventory),
        files.__getitem__,
    )


def service(number: int, name: str = "", annotations: str = "", port: int = 80, node_port: int = 0) -> str:
    asked = f", nodePort: {node_port}" if node_port else ""
    return (
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name or f's{number}'}\n  namespace: shop\n{annotations}"
        f"spec:\n  type: LoadBalancer\n  selector: {{app: web}}\n  ports: [{{port: {port}{asked}}}]\n"
    )


def reusing(number: int) -> str:
    return (
        f"  annotations:\n    {PREFIX}id: {CLB}\n    {PREFIX}force-override-listeners: 'true'\n"
        f"    {PREFIX}bandwidth: '{number % 7 + 1}'\n"
    )


def workload(number: int) -> str:
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: w{number}, namespace: shop}}\n"
        "spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, "
        "spec: {containers: [{name: a, image: b}]}}}\n"
    )


DOCUMENTS: dict[str, Callable[[int], str]] = {
    "a node port": lambda number: service(number, node_port=30080),
    "a name": lambda number: service(number, name="same"),
    "a CLB and a port": lambda number: service(number, annotations=reusing(number)),
    "a CLB": lambda number: service(number, annotations=reusing(number), port=number + 1),
    "a selector": service,
    "a selector and workloads": lambda number: f"{service(number)}---\n{workload(number)}",
    "nothing": lambda number: service(number).replace("app: web", f"app: w{number}"),
}
PLACES: dict[str, Callable[[list[str]], Files]] = {
    "one file": lambda docs: {"a.yaml": "---\n".join(docs).encode()},
    "one folder": lambda docs: {f"f{number}.yaml": doc.encode() for number, doc in enumerate(docs)},
    "a folder each": lambda docs: {f"d{number}x/a.yaml": doc.encode() for number, doc in enumerate(docs)},
}


def growth(work: Callable[[int], Callable[[], object]], sizes: tuple[int, int] = SIZES) -> float:
    """How many times the work is done for twice the input."""
    first, second = counted(work, sizes)
    return second / first


def growth_of_more(work: Callable[[int], Callable[[], object]], sizes: tuple[int, int, int]) -> float:
    """How many times the work that more input adds is done for twice as much more; what is always done counts not."""
    first, second, third = counted(work, sizes)
    return (third - second) / (second - first)


def counted(work: Callable[[int], Callable[[], object]], sizes: Sequence[int]) -> list[int]:
    work(sizes[0] // 2)()  # what is only done once
    return [lines_run(work(size)) for size in sizes]


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("shared", DOCUMENTS)
def test_services_that_share_something(shared: str, where: str) -> None:
    def work(size: int) -> Callable[[], object]:
        files = PLACES[where]([DOCUMENTS[shared](number) for number in range(size)])
        return lambda: run(files)

    assert growth(work) <= MOST


def test_files_of_their_own_take_little_more_than_one_file() -> None:
    """A workload asks the Services in front of it for no other workload that they select."""
    docs = [DOCUMENTS["a selector and workloads"](number) for number in range(SIZES[0])]
    together, apart = PLACES["one file"](docs), PLACES["one folder"](docs)
    run(together)  # what is only done once
    one, many = lines_run(lambda: run(together)), lines_run(lambda: run(apart))
    assert many < 1.5 * one


def missed(number: int) -> str:
    """A Service whose selector none of the workloads has, and each nearly."""
    made = service(number).replace("app: web", f"app: wbe{number}, tier: fronted")
    labels = f"app: web{number}, tier: frontend"
    return f"{made}---\n{workload(number).replace('app: web', labels)}"


@pytest.mark.parametrize("where", PLACES)
def test_selectors_that_miss(where: str) -> None:
    """The nearest workloads are looked at: twice as many Services ask twice as often."""

    def work(size: int) -> Callable[[], object]:
        files = PLACES[where]([missed(number) for number in range(size)])
        return lambda: run(files)

    assert growth(work, (240, 480)) <= 2.2  # each of fewer looks at all


PORTS = {
    "alone": "",
    "in protocol-port": f"    {PREFIX}protocol-port: 'LIST'\n",
    "in forward-port": f"    {PREFIX}forward-port: 'LIST'\n    {PREFIX}protocol-port: 'LIST'\n",
    "in vgroup-port": f"    {PREFIX}id: {CLB}\n    {PREFIX}vgroup-port: 'LIST'\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("named", PORTS)
def test_ports_of_a_service(named: str, kind: str) -> None:
    def work(size: int) -> Callable[[], object]:
        numbers = range(1, size + 1)
        rows = PORTS[named].replace("LIST", ",".join(f"http:{number}" for number in numbers))
        made = service(0, annotations=f"  annotations:\n{rows}" if rows else "")
        ports = ", ".join(f"{{name: p{number}, port: {number}, targetPort: t{number}}}" for number in numbers)
        declared = ", ".join(f"{{name: t{number}, containerPort: {number}}}" for number in numbers)
        files = made.replace("[{port: 80}]", f"[{ports}]").replace("LoadBalancer", f"LoadBalancer{KINDS[kind]}")
        behind = workload(0).replace("image: b", f"image: b, ports: [{declared}]")
        return lambda: run({"a.yaml": f"{files}---\n{behind}".encode()})

    assert growth_of_more(work, (50, 100, 200)) <= MOST


def test_only_the_first_of_very_many_ports_are_checked() -> None:
    ports = ", ".join(f"{{name: p{number}, port: {number}}}" for number in range(1, 5_001))
    found = run({"a.yaml": service(0).replace("[{port: 80}]", f"[{ports}]").encode()}).findings
    assert any(one.rule == "too-many-listeners" and "has 5000 ports" in str(one.message) for one in found)


@pytest.mark.parametrize("shared", ["a selector", "nothing"])
def test_files_that_are_dropped_once_they_are_checked(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WORTH_DROPPING", 1)
    test_services_that_share_something(shared, "one folder")


@pytest.mark.parametrize(
    "item",
    ["http:{0}", "k{0}=v{0}", "vgp-{0}:{0}", "80:{0}", "a{0}.com:cert{0}", "", "x", "http:{0}:", "cn-{0}:vsw-{0}"],
    ids=repr,
)
@pytest.mark.parametrize("kind", KINDS)
def test_lists_in_annotations(kind: str, item: str) -> None:
    """All annotations at once: those that take lists and those that take none."""

    def work(size: int) -> Callable[[], object]:
        value = ",".join(item.format(number) for number in range(1, size))
        files = {"a.yaml": every_annotation(value, kind)}
        return lambda: run(files)

    assert growth_of_more(work, (100, 200, 400)) <= MOST


@pytest.mark.parametrize("kind", KINDS)
def test_findings_about_a_list_do_not_all_repeat_it(kind: str) -> None:
    """A value of 64 KiB in each of them; the API server takes 256 KiB of all annotations together."""
    found = run({"a.yaml": every_annotation("a=b," * 16_384, kind)}).findings
    texts = [str(text) for one in found for text in (one.message, one.seen, one.fix)]
    assert len(found) > len(list(catalogue()))
    assert sum(map(len, texts)) < 25 * 2**20
    assert max(map(len, texts)) < 10_000


def every_annotation(value: str, kind: str) -> bytes:
    rows = "".join(
        f"    {PREFIX}{known.suffix}: {json.dumps(value)}\n" for known in catalogue() if known.suffix not in OF_OTHERS
    )
    made = service(0, annotations=f"  annotations:\n{rows}")
    return made.replace("type: LoadBalancer", f"type: LoadBalancer{KINDS[kind]}").encode()


LONG_VALUES = {
    "blanks inside": "1" + " " * LONG + "x",
    "blanks": " " * LONG,
    "templates": "{{" * (LONG // 2),
    "variables": "${" * (LONG // 2),
    "a variable and what looks like more": "}" + "${a" * (LONG // 3),
    "digits": "1" * LONG,
    "commas": "," * (LONG // 10),
    "colons": ":" * LONG,
    "hyphens": "-" * LONG,
    "dots": "1." * (LONG // 2),
    "signs": "<" * LONG,
    "words": "a " * (LONG // 2),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", LONG_VALUES.values(), ids=LONG_VALUES)
def test_long_values_of_every_annotation(value: str, kind: str) -> None:
    with processor_time(SECONDS):
        assert not run({"a.yaml": every_annotation(value, kind)}).errors


def test_an_inventory_of_equal_tags() -> None:
    def work(size: int) -> Callable[[], object]:
        tags = {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": OWNER}]}
        clbs = [{"LoadBalancerId": f"lb-{number}", "LoadBalancerName": OWNER, "Tags": tags} for number in range(size)]
        printed = json.dumps({"LoadBalancers": {"LoadBalancer": clbs}, "TotalCount": size}).encode()
        return lambda: run({"a.yaml": service(0).encode()}, Export((("clbs.json", printed),), 0).read())

    assert growth(work) <= MOST


def test_a_change_of_many_services_of_one_name() -> None:
    def work(size: int) -> Callable[[], object]:
        old, new = (
            {name: (name, data) for name, data in PLACES["a folder each"](docs).items()}
            for docs in ([service(0, name="same", port=port)] * size for port in (80, 81))
        )
        cluster = no_config().cluster
        return lambda: findings_of(between(old, new, cluster, None), rules(), cluster)

    assert growth(work) <= MOST


PATTERNS = {
    "stars": "*a" * 2_000 + "b",
    "open sets": "[" * LONG,
    "sets": "[a]" * 2_000,
    "blanks": "a" + " " * LONG + "b",
    "blanks at the end": "\\" + " " * LONG,
    "backslashes": "\\" * LONG,
    "folders": "**/" * 10_000 + "b",
    "classes": "[" + "[:alpha:]" * 5_000,
}


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_patterns_of_any_kind(pattern: str) -> None:
    """As in a `.gitignore`, and as `exclude`, `context` and `match` of a configuration have them."""
    with processor_time(SECONDS):
        found = Patterns([pattern])
        assert not any(found.match(path) for path in ("a" * 250 + ".yaml", "[" * 250, "a/" * 500 + "x.yaml"))


def test_a_finding_names_five_and_counts_the_others() -> None:
    size = SIZES[0]
    for shared, others in (("a node port", size - 1), ("a CLB and a port", size - 1)):
        found = run(PLACES["one folder"]([DOCUMENTS[shared](number) for number in range(size)])).findings
        clashes = [one for one in found if one.rule in {"node-port-clash", "shared-clb-port-conflict"}]
        assert len(clashes) == size
        assert all(len(one.because) <= 5 for one in clashes)
        assert all(str(one.because[-1].text).endswith(f", and {others - 5} more") for one in clashes)
