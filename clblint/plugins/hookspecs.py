"""The hook specifications (pluggy). Hooks return values and have no side effects."""

from __future__ import annotations

import pluggy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.lint.cause import CauseFinder
    from clblint.lint.rule import Rule
    from clblint.report.report import Reporter

PROJECT = "clblint"
hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def clblint_rules() -> Sequence[Rule]:
    """Return the rules of a pack.

    Called once at start. Names of rules are unique over all packs; those of third parties begin with `vendor/`. A
    rule that raises is reported and the others go on.
    """
    raise NotImplementedError


@hookspec
def clblint_causes() -> Sequence[CauseFinder]:
    """Return causes for `clblint diagnose`.

    Called once, only for a diagnosis or the page of a cause. Names begin with `vendor/`. One that raises is reported
    and the others go on.
    """
    raise NotImplementedError


@hookspec
def clblint_reporters() -> Sequence[Reporter]:
    """Return output formats for `--format NAME`.

    Called once, only when a format is asked for that is not built in.
    """
    raise NotImplementedError
