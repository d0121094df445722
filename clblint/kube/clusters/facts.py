"""Extracts facts about the cluster from manifests: port ranges set by control plane pods, kubeadm and sysctls.

A range that is set conditionally, or in a pod's own network namespace, is not a fact about the nodes.
"""

from __future__ import annotations

import re
from functools import cache

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.kube.clusters.profile import LOCAL_PORTS_SYSCTL as _SYSCTL
from clblint.kube.clusters.profile import NODE_PORTS_FLAG as _FLAG
from clblint.kube.clusters.profile import PortRange
from clblint.kube.fact import Fact, Origin
from clblint.kube.workloads.pods import Workload
from clblint.source.go_integers import whole
from clblint.source.node import Scalar
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.field import Field
    from clblint.kube.objects import KubeObject

NODE_PORTS, LOCAL_PORTS = "node_port_range", "ip_local_port_range"  # field names of `Cluster`
_LAST_PORT = 65535
_LONGEST, _MOST = 100_000, 20  # limits: characters of a script, and settings of a range in it


class RangeSetting(NamedTuple):
    """A port range that a manifest sets, with its place; `range` is None if it is set but cannot be known.

    `sure` says that the manifest is certainly applied to the cluster in question.
    """

    fact: str
    range: PortRange | None
    place: Place
    sure: bool = True


RANGE_SETTING = Codec(RangeSetting, Codec(PortRange), Codec(Place, Codec(Span)))


@cache
def _flag() -> re.Pattern[str]:
    return re.compile(rf"--{_FLAG}(?:=|\s+|$)[\"']?(\d+)?(?:([-+])(\d+))?")


@cache
def _sysctl() -> re.Pattern[str]:
    name = rf"net[./]ipv4[./]{_SYSCTL}"
    file = rf"[\"']?(?:/\w+){{0,5}}/proc/sys/{name}"
    ports = r"[\"']?(\d+)[ \t]+(\d+)[\"']?"
    write = r"(?:>|\|[ \t]*(?:sudo[ \t]+)?tee(?:[ \t]+-\w)?)"
    return re.compile(
        rf"\bsysctl\b[^\n;&|]{{0,200}}?{name}[\"']?[ \t]*=[ \t]*(?:{ports})?"
        rf"|\becho[ \t]+(?:-\w+[ \t]+)?{ports}[ \t]*{write}[ \t]*{file}"
        rf"|>[ \t]*{file}"
    )


@cache
def _opened() -> re.Pattern[str]:
    return re.compile(r"(?:^|[\s;&|(])(if|case|fi|esac)(?=[\s;&|)]|$)")


@cache
def _conditional() -> re.Pattern[str]:
    return re.compile(r"\|\||(?:^|[\s;&|(])(?:\[\[?|test)\s")


@cache
def _enters_host() -> re.Pattern[str]:
    return re.compile(r"\bnsenter\b[^\n;]{0,300}?\s(?:--net|--all|-[A-Za-z]{0,9}[na][A-Za-z]{0,9})\b")


def facts_in(thing: KubeObject) -> Iterator[RangeSetting]:
    """Yield the facts about the cluster in an object."""
    if thing.partial:
        return
    if thing.kind == "ClusterConfiguration" and thing.api_version.startswith("kubeadm.k8s.io/"):
        yield from _of_kubeadm(thing.root)
    elif isinstance(thing, Workload):
        yield from _of_api_server(thing)
        yield from _of_nodes(thing)


def _of_kubeadm(root: Field) -> Iterator[RangeSetting]:
    """`extraArgs` is a mapping, and from v1beta4 on a list of names and values."""
    arguments = root.get("apiServer", "extraArgs")
    values = [field for key, field in arguments.items() if key == _FLAG]
    values += [item.get("value") for item in arguments.each() if item.get("name").text().value == _FLAG]
    for field in values[-1:]:
        text = field.text()
        yield RangeSetting(NODE_PORTS, _range(*_parts(text.value)) if text.given else None, text.place)


def _parts(text: str) -> tuple[str | None, ...]:
    found = re.fullmatch(r"(\d+)(?:([-+])(\d+))?", text.strip())
    return found.groups() if found else (None, None, None)


def _range(first: str | None, sign: str | None, last: str | None) -> PortRange | None:
    """Parse `30000-32767`, `30000+2767` and `30000` as the API server does; None if invalid or unknown."""
    if first is None:
        return None
    begin = whole(first)
    end = begin if last is None else begin + whole(last) if sign == "+" else whole(last)
    return PortRange(begin, end) if 1 <= begin <= end <= _LAST_PORT else None


def _of_api_server(pod: Workload) -> Iterator[RangeSetting]:
    """Yield the flag of an API server in a Pod; one in a Deployment serves another cluster."""
    if pod.kind != "Pod":
        return
    for container in pod.template.get("spec", "containers").each():
        words = list(_words(container))
        if container.get("name").text().value == "kube-apiserver" or _runs(words, "kube-apiserver"):
            yield from _of_flag(words)


def _runs(words: list[Scalar], program: str) -> bool:
    return bool(words) and words[0].text.rpartition("/")[2] == program


def _words(container: Field) -> Iterator[Scalar]:
    for key in ("command", "args"):
        for item in container.get(key).each():
            if isinstance(item.node, Scalar):
                yield item.node


def _of_flag(words: list[Scalar]) -> Iterator[RangeSetting]:
    """Yield the last setting of the flag, which takes effect."""
    found = None
    for index, word in enumerate(words):
        match = _flag().search(word.text)
        if match is None:
            continue
        at, parts = word, match.groups()
        if word.text.endswith(_FLAG) and index + 1 < len(words):
            at, parts = words[index + 1], _parts(words[index + 1].text)
        found = RangeSetting(NODE_PORTS, _range(*parts), at.place)
    if found is not None:
        yield found


def _of_nodes(workload: Workload) -> Iterator[RangeSetting]:
    """Yield the ranges that pods in the host network set."""
    spec = workload.template.get("spec")
    if not workload.serves:
        return
    hosts = spec.get("hostNetwork").boolean(default=False).value
    enters = spec.get("hostPID").boolean(default=False).value
    for kind in ("initContainers", "containers"):
        for container in spec.get(kind).each():
            words = list(_words(container))
            text = " ".join(word.text for word in words)
            privileged = container.get("securityContext", "privileged").boolean(default=False).value
            if hosts or (enters and privileged and _enters_host().search(text)):
                yield from _of_script(words, text)


def _of_script(words: list[Scalar], text: str) -> Iterator[RangeSetting]:
    """Yield the last range that a script sets; none if that is conditional."""
    if len(text) > _LONGEST or _SYSCTL not in text:
        return
    last = list(_sysctl().finditer(text))[-_MOST:]
    found = next((match for match in reversed(last) if not _is_conditional(text[: match.start()])), None)
    if found is None:
        return
    numbers = [number for number in found.groups() if number]
    made = _range(numbers[0], "-", numbers[1]) if numbers else None
    yield RangeSetting(LOCAL_PORTS, made, _place(words, numbers))


def _is_conditional(before: str) -> bool:
    depth = sum(1 if word in {"if", "case"} else -1 for word in _opened().findall(before))
    command = re.split(r"[\n;]", before)[-1]
    return depth > 0 or bool(_conditional().search(command))


def _place(words: list[Scalar], numbers: list[str]) -> Place:
    """The place of the range in a script; that of the whole argument if it is not found."""
    pattern = re.compile(r"[ \t]+".join(numbers) if numbers else _SYSCTL)
    for word in reversed(words):
        if not pattern.search(word.text):
            continue
        found = list(pattern.finditer(word.raw))
        if len(found) != 1:
            return word.place
        return Place(word.source.path, word.source.span(word.start + found[0].start(), word.start + found[0].end()))
    return words[0].place


def with_facts(cluster: Cluster, found: Iterable[RangeSetting], *, perhaps: bool = False) -> Cluster:
    """The cluster with facts from manifests; declared facts take precedence, contradicting ones are unknown.

    A setting that is not sure makes the fact unknown; with `perhaps` it is used as if it were.
    """
    ranges: dict[str, Fact[PortRange]] = {}
    for name, declared in ((NODE_PORTS, cluster.node_port_range), (LOCAL_PORTS, cluster.ip_local_port_range)):
        told = [one for one in found if one.fact == name] if not declared.written else []
        told = [one for one in told if one.sure] or told
        if told:
            ports = told[0].range
            known = ports is not None and all(one.range == ports and (one.sure or perhaps) for one in told)
            fact = Fact(ports or declared.value, told[0], Origin.GIVEN if known else Origin.UNKNOWN)
            ranges[name] = fact
    return cluster._replace(
        node_port_range=ranges.get(NODE_PORTS, cluster.node_port_range),
        ip_local_port_range=ranges.get(LOCAL_PORTS, cluster.ip_local_port_range),
    )
