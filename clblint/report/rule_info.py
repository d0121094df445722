"""`RuleInfo`: what a report says of a rule."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.lint.severity import Severity


class RuleInfo(NamedTuple):
    """The description of a rule in a report, whether it has findings or not.

    `severity` is its default, without the configuration. `evidence` are letters for what it needs: `S` one Service,
    `X` several resources, `P` the cluster profile, `I` an inventory, `O` an older revision.
    """

    name: str
    pack: str
    severity: Severity
    evidence: str
    summary: str
    explanation: str
    help_text: str
    help_markdown: str
    since: str
    tags: tuple[str, ...]
    url: str
