"""Fixes in built objects: on request, each is tried on all roots that use its file, and kept if it suits all."""

from __future__ import annotations

from clblint.engine.fix_trials import TrialContext, keep_proven
from clblint.kube.project.outline import packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.engine.result import Result
    from clblint.engine.roots import Roots
    from clblint.lint.edit import FixEdit, Replacement
    from clblint.lint.finding import Finding
    from clblint.session.state import State

    Proven = dict[tuple[FixEdit, ...], tuple[Replacement, ...] | None]


def proven(findings: Iterable[Finding], path: str, state: State) -> tuple[Finding, ...]:
    """The findings in a file, with the fixes that hold in all roots that use the file."""
    found = tuple(findings)
    roots, edited = state.layout.roots, [one for one in found if one.edits]
    if roots is None or not edited:
        return found
    context = _context(roots, state)
    in_question = [one for one in edited if one.roots or one.path in context.users]
    kept: Proven = {}
    for _, result, *_ in keep_proven(context, _results(in_question, {path, *state.layout.users(path)}, state)):
        kept.update({one.edits: one.replacements for one in result.findings if one.edits})
    return tuple(_settled(one, kept) if one in in_question else one for one in found)


def _results(wanted: Iterable[Finding], paths: Iterable[str], state: State) -> dict[str, Result]:
    """The results of files and roots, with nothing but what is at the places of some findings."""
    spots = {(one.place, one.rule) for one in wanted}
    found = {path: result for path in paths if (result := state.judge.result(path)) is not None}
    return {
        path: result._replace(findings=tuple(one for one in result.findings if (one.place, one.rule) in spots))
        for path, result in found.items()
    }


def _settled(finding: Finding, kept: Proven) -> Finding:
    if finding.edits in kept:
        return finding.with_replacements(kept[finding.edits])
    return finding.with_replacements(None)._replace(edits=(), safe=False)


def _context(roots: Roots, state: State) -> TrialContext:
    inputs = list(state.layout.inputs.values())
    outlines = {path: packed(one.outline) for path, one in state.layout.entries.items() if one.outline}
    return TrialContext(
        state.settings.worker_settings,
        state.texts,
        roots.roles_and_names(inputs),
        roots.built(inputs),
        roots.made,
        roots.users(inputs),
        state.judge.digests,
        {item.path: outlines.get(item.path, b"") for item in inputs},
        state.judge.result,
    )
