"""Messages on standard error about inputs, configurations and undeclared facts, with `-v`."""

from __future__ import annotations

from clblint.i18n.language import ntr, remarked, tr, tr_value
from clblint.run.output import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.config.per_file import Configs
    from clblint.discovery.walk import Input
    from clblint.engine.outcome import Outcome
    from clblint.kube.kustomize.record import Gap
    from clblint.plugins.registry import Rulebook


def tell_what_is_read(inputs: Sequence[Input], configs: Configs, book: Rulebook) -> None:
    """Print the numbers of files and rules, the configurations, and the parser of the run."""
    from clblint.source.events import best_engine  # noqa: PLC0415 - brings the parser

    reported = sum(item.reported for item in inputs)
    packs = len({rule.pack for rule in book.rules})
    fast = best_engine().name == "c"
    for line in _described(configs, (item.path for item in inputs if item.reported)):
        tell(line)
    tell(tr("files: {count} checked, {more} read for context", count=reported, more=len(inputs) - reported))
    tell(tr("rules: {count} in {packs} packs", count=len(book.rules), packs=packs))
    tell(tr("parser: C extension") if fast else tr("parser: Python, which is some 20 times slower"))


def _described(configs: Configs, paths: Iterable[str]) -> Iterator[str]:
    """Yield a line for each configuration that applies to the paths; that of the run comes first."""
    counts: dict[str, int] = {}
    for path in paths:
        name = configs.of(path).path
        counts[name] = counts.get(name, 0) + 1
    main = configs.main.path
    if counts.keys() <= {main}:
        yield tr("configuration: {path}", path=_with_extended(configs, main))
        return
    names = {main, *counts} if main else set(counts)
    for name in sorted(names, key=lambda name: (name != main, name)):
        yield ntr(
            "configuration: {path}, for {count} file",
            "configuration: {path}, for {count} files",
            counts.get(name, 0),
            path=_with_extended(configs, name),
        )


def _with_extended(configs: Configs, path: str) -> str:
    """The displayed path of a configuration, with those that it extends."""
    config = configs.at(path)
    extended = [other for other, _ in config.sources[1:]]
    if extended:
        return tr("{path} (extends {others})", path=path, others=tr(", ").join(extended))
    return path or tr("none found")


def tell_what_waited(outcome: Outcome) -> None:
    """Print the rules and objects of checks that need an undeclared fact about the cluster."""
    waits = dict.fromkeys(wait for count in outcome.counts.values() for wait in count.waits)
    for rule, owner in sorted(waits):
        tell(tr("{rule} waits for a fact about the cluster: {object}", rule=rule, object=owner or "-"))


def tell_builds(outcome: Outcome) -> None:
    """Print how many kustomizations were built, what is missing in them, and why others could not be built."""
    records = {path: entry.build for path, entry in sorted(outcome.known.items()) if entry.build is not None}
    if records:
        built = sum(record.known for record in records.values())
        tell(tr("kustomizations: {count} built, {more} not", count=built, more=len(records) - built))
    for path, record in records.items():
        for gap in record.gaps:
            tell(_built_without(gap, path) if record.known else not_built(gap, path))


def _built_without(gap: Gap, root: str) -> str:
    where, what = _where(gap, root), remarked(tr_value(gap.text), gap.kind)
    return tr("{place}: {what} cannot be built offline, so it is missing in {root}", place=where, what=what, root=root)


def not_built(gap: Gap, root: str) -> str:
    """The message that the files of a root are checked as they are, and why."""
    where, what = _where(gap, root), remarked(tr_value(gap.text), gap.kind)
    return tr(
        "{root} is not built, so its files are judged as they are: {place}: {what}", root=root, place=where, what=what
    )


def not_compared(gap: Gap, root: str) -> str:
    """The message that the changes of a root are not reported since only one of two revisions can be built, and why."""
    where, what = _where(gap, root), remarked(tr_value(gap.text), gap.kind)
    return tr(
        "{root} is not built in both revisions, so its changes are not told: {place}: {what}",
        root=root,
        place=where,
        what=what,
    )


def not_read(root: str) -> str:
    """The message that the changes of a root are not reported since only one revision of it is a kustomization."""
    return tr("{root} can be read in one of the two revisions only, so its changes are not told", root=root)


def _where(gap: Gap, root: str) -> str:
    return root if gap.place is None else f"{gap.place.path}:{gap.place.span.line}"


def tell_clusters(outcome: Outcome, configs: Configs) -> None:
    """Print the clusters that were recognised, with the reason."""
    from clblint.run.seen_clusters import cluster_lines  # noqa: PLC0415 - for -v

    known = outcome.known
    unbuilt = {path for path in known if (build := known[path].build) is not None and not build.known}
    for line in cluster_lines(outcome.outlines, configs.declared, unbuilt):
        tell(line)
