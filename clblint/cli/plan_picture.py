"""`clblint plan` as a picture: in a file of its own, or in Markdown."""

from __future__ import annotations

from clblint.i18n.language import tr
from clblint.run.output import put, terminal_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.picture.drawing import Drawing


def print_pictures(format_: str, drawings: Sequence[Drawing]) -> None:
    """Print one picture of all these Services."""
    if format_ == "svg":
        from clblint.picture.svg import svg  # noqa: PLC0415 - one format is asked for

        put(svg(drawings))
    elif format_ == "mermaid":
        put(_flowchart(drawings))
    else:
        put(tr("## What is built\n"))
        put("" if drawings else f"\n{tr('there is no Service of type LoadBalancer')}\n")
        print_fenced(drawings)


def print_fenced(drawings: Sequence[Drawing]) -> None:
    """Print the picture as GitHub and GitLab draw it in Markdown; nothing if there is no Service."""
    if drawings:
        put(f"\n```mermaid\n{_flowchart(drawings)}```\n")


def _flowchart(drawings: Sequence[Drawing]) -> str:
    from clblint.picture.mermaid import mermaid  # noqa: PLC0415 - one format is asked for

    return mermaid(drawings, unicode=terminal_style("never").unicode)
