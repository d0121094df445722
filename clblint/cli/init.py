"""`clblint init`: writes a configuration in which everything is commented out, and prints how to run clblint."""

from __future__ import annotations

import os
import re

from clblint import __version__
from clblint.cli.common import bare_parser
from clblint.cli.parsers import parsed
from clblint.config.search import Search
from clblint.discovery.walk import collect
from clblint.errors import UsageError
from clblint.files.read import read_input
from clblint.files.replace import new_mode
from clblint.files.working_folder import here, relative
from clblint.files.write import write_beside
from clblint.i18n.language import tr, why_of
from clblint.i18n.text import N_
from clblint.kube.clusters.facts import LOCAL_PORTS, NODE_PORTS, facts_in
from clblint.kube.clusters.profile import may_be_set_in, undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.versions import parse_version
from clblint.kube.workloads.pods import Workload
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.run.output import put
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.cli.parsers import Parser
    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.objects import KubeObject

_CCM = "cloud-controller-manager"
_CCM_TAG = re.compile(rf"/{_CCM}(?:-\w+)?:(v[\w.\-]{{1,60}})(?:@|$)")
_NAMES = (".clblint.yaml", ".clblint.yml")
_EDITORS = (
    "# yaml-language-server: $schema=https://raw.githubusercontent.com/clblint/clblint/v{version}"
    "/schemas/clblint_schemas/config.schema.json\n"
)
_CONFIG = N_("""\
# The configuration of clblint. Nothing here has an effect until it is uncommented.
# It applies to this folder and all folders below it, except those with their own .clblint.yaml.

# Another configuration in the repository: its settings apply where this file has none
# extends: ../.clblint.yaml

# Facts about the cluster. An undeclared fact is unknown, and checks that need it do not run.
# cluster:
#   ccm-version: {ccm_version}  # {ccm_version_from}
#   kubernetes-version: "1.30"
#   network-plugin: terway  # or flannel
#   cluster-type: managed  # or dedicated
#   nodes: 30  # worker nodes
#   node-labels: [{{zone: a}}, {{zone: b}}]  # those of each worker node
#   node-port-range: {node_port_range}  # {node_port_range_from}
#   ip-local-port-range: {ip_local_port_range}  # {ip_local_port_range_from}
#   vpc-id: vpc-abc
#   service-backend-type: ecs  # or eni, for Services without the annotation; the default
#   disable-public-slb: false  # the default
#   backend-quota: 200  # of a load balancer; the defaults: CLB 200, NLB 400
#   region: cn-hangzhou
#   feature-gates: {{IPv6DualStack: false, LoadBalancerTypeAnnotation: false}}  # of the CCM
#   migrate-to: nlb  # if you plan to move CLBs to NLBs

# A repository for several clusters: which files belong to which cluster, each with its own facts as above
# clusters:
#   - {{name: hangzhou, match: [clusters/hangzhou/], cluster: {{nodes: 30}}}}

# Output of the Alibaba Cloud CLI about your CLBs and NLBs: files or folders, relative to this file
# inventory: clbs/

# Names of rules and packs, globs (reuse-*) and all; "clblint rules" lists them
# select: [all]
# ignore: [public-by-default]
# severity:
#   local-without-wrr: error  # error, warning, note, pedantic or off

# Files that are not checked, with patterns as in a .gitignore
# exclude: ["charts/**/templates/**"]

# Files to read for their Services and pods, without checking them; by default the whole project
# context: ["deploy/**/*.yaml"]

# Rules that are off for some files, or for one object (NAMESPACE/KIND/NAME)
# paths:
#   - {{match: "legacy/**", ignore: [unknown-annotation], reason: retired in spring}}
#   - {{object: edge/Service/gateway, ignore: [local-without-wrr], reason: one pod on each node}}

# Also show pedantic findings: advice about what works
# pedantic: true

# The language of messages and pages, en or zh; by default that of the locale
# lang: en

# The lowest severity that fails a run: error, warning, note or never
# fail-on: warning
""")
_HOOK = """\
repos:
- repo: https://github.com/clblint/clblint
  rev: v{version}
  hooks:
  - id: clblint-project
"""
_WORKFLOW = """\
name: clblint
on: [pull_request]
permissions: {{}}
jobs:
  clblint:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read
      security-events: write
    steps:
    - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      with:
        persist-credentials: false
    - uses: clblint/clblint@v{version}
"""


def parser() -> Parser:
    """The parser of `clblint init`, which has no options of its own."""
    return bare_parser(
        "init",
        tr(
            "Write a commented .clblint.yaml at the root of the repository, or here where there is none, and print how "
            "to run clblint before each commit and in pull requests."
        ),
    )


def run(arguments: Sequence[str]) -> int:
    """Write the configuration and return the exit code; raises `UsageError` if there is one already."""
    parsed(parser(), arguments)
    folder = Search([here()]).end(here())
    for name in _NAMES:
        if os.path.lexists(os.path.join(folder, name)):
            message = tr("{path}: is there already, and is left as it is", path=_shown(folder, name))
            raise UsageError(message)
    _create(os.path.join(folder, _NAMES[0]), config_text(folder))
    path = visible(_shown(folder, _NAMES[0]), PLAIN)
    parts = (
        tr("wrote {path}: everything in it is commented out, so nothing changes yet", path=path),
        tr("Before each commit, in {path}:", path=".pre-commit-config.yaml"),
        _HOOK.format(version=__version__).rstrip(),
        tr("In pull requests, in {path}:", path=".github/workflows/clblint.yaml"),
        _WORKFLOW.format(version=__version__).rstrip(),
    )
    put("\n\n".join(parts) + "\n")
    return 0


def config_text(folder: str) -> str:
    """The text of the configuration for a project, with the cluster facts that its manifests state."""
    found: dict[str, list[RangeSetting]] = {}
    images: dict[str, str] = {}
    for thing in _objects(folder):
        for one in facts_in(thing):
            found.setdefault(one.fact, []).append(one)
        images.update(_versions(thing))
    text = tr(_CONFIG, **_fact(NODE_PORTS, found), **_fact(LOCAL_PORTS, found), **_version(images))
    return f"{_EDITORS.format(version=__version__)}{text}"


def _version(images: dict[str, str]) -> dict[str, str]:
    """The CCM version and its source: the image in the manifests if all agree, otherwise an example."""
    if len(set(images.values())) == 1:
        place, version = min(images.items())
        return {"ccm_version": version, "ccm_version_from": tr("read in {place}", place=place)}
    source = tr("the tag of the image of cloud-controller-manager in kube-system")
    return {"ccm_version": "v2.12.1", "ccm_version_from": source}


def _versions(thing: KubeObject) -> Iterator[tuple[str, str]]:
    """Yield the tags of CCM images in the pods of a workload, each after its place."""
    if not isinstance(thing, Workload):
        return
    for container in thing.template.get("spec", "containers").each():
        image = container.get("image").text()
        tag = _CCM_TAG.search(image.value)
        if tag is not None and parse_version(tag[1]) is not None:
            yield f"{visible(image.place.path, PLAIN)}:{image.place.span.line}", tag[1]


def _fact(name: str, found: dict[str, list[RangeSetting]]) -> dict[str, str]:
    """A port range and its source: the manifests that state it if all agree, otherwise the default."""
    known = [one for one in found.get(name, ()) if one.range is not None]
    if not known or any(one.range != known[0].range for one in known):
        source = tr("the default; manifests differ") if known else tr("the default")
        return {name: str(getattr(undeclared(), name).value), f"{name}_from": source}
    place = f"{visible(known[0].place.path, PLAIN)}:{known[0].place.span.line}"
    return {name: str(known[0].range), f"{name}_from": tr("read in {place}", place=place)}


def _objects(folder: str) -> Iterator[KubeObject]:
    """Yield the objects of the files that may state a fact or run the CCM."""
    for item in collect([folder]):
        if item.outside:
            continue
        try:
            source = Source(item.path, read_input(item.path))
        except UsageError:  # a check reports it
            continue
        if may_be_set_in(source.text) or _CCM in source.text:
            yield from read_manifest(source, syntax=False).objects


def _shown(folder: str, name: str) -> str:
    return relative(os.path.join(folder, name)).replace(os.sep, "/")


def _create(path: str, text: str) -> None:
    """Write a new file atomically; raises `UsageError` if that fails, and never replaces a file."""
    try:
        write_beside(path, [text.encode()], lambda made: os.chmod(made, new_mode()), _publish)
    except OSError as error:
        message = tr("{path}: cannot be written: {reason}", path=relative(path), reason=why_of(error))
        raise UsageError(message) from error


def _publish(made: str, path: str) -> None:
    try:
        os.link(made, path)  # unlike `os.rename`, it never replaces a file
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links; there was no such file just before
        os.rename(made, path)
    else:
        os.unlink(made)
