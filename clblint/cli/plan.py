"""`clblint plan`: prints the load balancers that the CCM would build from Services."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from clblint.balancer.back_ends import finder_in
from clblint.balancer.neighbours.sharing import claims_of
from clblint.build import build
from clblint.cli.common import print_json, print_rows, verb_parser
from clblint.cli.options import add_input_options, options_of
from clblint.cli.parsers import parsed
from clblint.engine.worker import is_no_manifest
from clblint.errors import UsageError
from clblint.i18n.language import ENGLISH, current_language, tr
from clblint.kube.clusters.facts import with_facts
from clblint.kube.kustomize.read import with_kustomizations
from clblint.kube.kustomize.roots import role_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.plan.document import plan, plan_document
from clblint.plan.text import plan_text
from clblint.plugins.registry import Rulebook
from clblint.run.inputs import InputReader, against_of, configs_of, inputs_of, is_empty
from clblint.run.lint_settings import SettingsFactory
from clblint.run.output import tell, tell_passed_over
from clblint.run.verdicts import verdicts_of
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.cli.parsers import Parser
    from clblint.config.per_file import Configs
    from clblint.discovery.walk import Input
    from clblint.kube.manifest import Broken, Manifest
    from clblint.run.inputs import Inventories
    from clblint.run.verdicts import Verdicts


def parser() -> Parser:
    """The parser of `clblint plan`."""
    made = verb_parser("plan", tr("Print what the CCM would build from these Services."), "markdown", "yaml")
    add_input_options(made)
    made.add_argument(
        "--against", metavar="REV|DIR", help=tr("what changes from that git revision or folder to the paths")
    )
    made.add_argument(
        "--as", dest="kind", choices=("nlb",), help=tr("what each CLB Service would be as an NLB Service; also as YAML")
    )
    return made


def run_plan(arguments: Sequence[str]) -> int:
    """Print the plan; returns the exit code, 1 if a document could not be parsed, 2 if a file could not be read."""
    made = parser()
    given = parsed(made, arguments)
    options, format_ = options_of(given), given.format
    if format_ == "markdown" and options.against is None:
        made.error(tr("--format markdown is for a change: name it with --against"))
    if format_ == "yaml" and given.kind is None:
        made.error(tr("--format yaml is for a Service that is moved: say where to with --as nlb"))
    if given.kind is not None and options.against is not None:
        made.error(tr("--as nlb is about the Services as they are: leave out --against"))
    configs = configs_of(options)
    older, paths = against_of(options)
    read = InputReader()
    found = inputs_of(options._replace(paths=paths), configs) if paths or not older else []
    read.leave_out(found)
    tell_passed_over()
    inputs = with_kustomizations(found, read)
    if is_empty(inputs, read, options):
        raise UsageError(tr("nothing on standard input: did the command before it fail?"))
    factory = SettingsFactory(options, configs, Rulebook(configs.main.disabled_plugins))
    inventories = factory.inventories
    manifests, errors = _read(inputs, read)
    errors += (str(flaw) for inventory in inventories.every() for flaw in inventory.flaws)
    verdicts = verdicts_of(factory, ENGLISH if format_ == "json" else current_language())
    balancers = list(_balancers(inputs, manifests, configs, inventories, verdicts))
    if given.kind is not None:
        from clblint.cli.plan_as import print_moves  # noqa: PLC0415 - most plans move nothing

        errors += print_moves(balancers, verdicts, format_)
    elif older is not None:
        from clblint.cli.plan_against import print_change  # noqa: PLC0415 - only for --against

        print_change((options, format_), older, balancers, (inputs, read, configs, inventories), verdicts)
    elif format_ == "json":
        print_json(plan_document(plan(balancer, verdicts.sync_end_of(balancer)) for balancer in balancers))
    else:
        texts = (plan_text(balancer, verdicts.sync_end_of(balancer)) for balancer in balancers)
        print_rows("\n".join(texts) or tr("no Service in what was read\n"))
    broken = list(_broken(inputs, manifests))
    for one in broken:
        span = one.place.span
        place = f"{one.place.path}:{span.line}:{span.column}"
        tell(tr("{place}: not readable as YAML: {fault}", place=place, fault=one.fault.message))
    for error in errors:
        tell(error)
    return 2 if errors else int(bool(broken))


def _read(inputs: Iterable[Input], read: Callable[[str], bytes]) -> tuple[dict[str, Manifest], list[str]]:
    manifests: dict[str, Manifest] = {}
    errors: list[str] = []
    for item in inputs:
        with contextlib.suppress(UsageError) if not item.reported else _collected(errors):
            source, role = Source(item.path, read(item.path)), role_of(item.role)
            manifests[item.path] = read_manifest(source, role, syntax=item.reported)
    return manifests, errors


def _broken(inputs: Iterable[Input], manifests: dict[str, Manifest]) -> Iterator[Broken]:
    """Yield the documents that cannot be parsed, except in files that are probably not manifests."""
    for item in inputs:
        manifest = manifests.get(item.path)
        if item.reported and manifest and (manifest.count or not (manifest.broken and is_no_manifest(item, manifest))):
            yield from manifest.broken


@contextlib.contextmanager
def _collected(errors: list[str]) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        errors.append(str(error))


def _balancers(
    inputs: Sequence[Input],
    manifests: dict[str, Manifest],
    configs: Configs,
    inventories: Inventories,
    verdicts: Verdicts,
) -> Iterator[LoadBalancer]:
    outlines = [outline_of(manifest, claims_of) for manifest in manifests.values()]
    project = Project(outlines, manifests.__getitem__, configs.declared)
    for manifest in manifests.values():
        project.apply_patches(manifest)
    verdicts.read(project, (manifests[item.path] for item in inputs if item.reported and item.path in manifests))
    for item in inputs:
        if item.reported and item.path in manifests:
            cluster, inventory = configs.part_of(item.path).cluster, inventories.of(item.path)
            for thing in manifests[item.path].objects:
                if isinstance(thing, Service) and not thing.partial:
                    facts = project.facts.about(project.objects.ref_of(thing)) if project.facts else []
                    own = with_facts(cluster, facts) if facts else cluster
                    yield build(thing, own, finder_in(project, thing), inventory=inventory)
