"""`clblint plan --against`: prints what a change does to the load balancers."""

from __future__ import annotations

from clblint.change.plan import document, rows_of_all
from clblint.change.plan_text import change_markdown, change_text
from clblint.cli.common import print_json, print_rows
from clblint.report.markdown_text import escaped
from clblint.run.output import put, tell, terminal_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.change.plan import PlanRow
    from clblint.config.per_file import Configs
    from clblint.run.against import OlderRevision
    from clblint.run.builds import Built
    from clblint.run.inputs import Inventories
    from clblint.run.options import Options
    from clblint.run.verdicts import Verdicts


def print_change(
    asked: tuple[Options, str],
    against: OlderRevision,
    balancers: Iterable[LoadBalancer],
    source: tuple[Built, Callable[[str], bytes], Configs, Inventories],
    verdicts: Verdicts,
) -> None:
    """Print the plan of a change in the format of the options."""
    built, read, configs, inventories = source
    options, format_ = asked
    revision = options.against or ""
    found = against.changes(built, read, configs, inventories.of, options.stdin_filename or "")
    left_out = [*against.uncompared, *(one.sentence for one in against.unread)]
    rows = rows_of_all(balancers, found, verdicts.sync_end_of_change)
    if format_ == "json":
        unread = [one.document for one in against.unread]
        print_json(document(rows, revision, (root.document for root in built.failing), unread))
    elif format_ == "text":
        print_rows(change_text(rows, revision, left_out))
    else:
        _print_picture(format_, rows, revision, left_out)
    for line in left_out if format_ not in {"text", "markdown"} else ():
        tell(line)


def _print_picture(format_: str, rows: Sequence[PlanRow], revision: str, left_out: Sequence[str]) -> None:
    from clblint.cli.plan_picture import print_fenced, print_pictures  # noqa: PLC0415 - most plans are text
    from clblint.picture.change import draw_changes  # noqa: PLC0415 - most plans are text

    if format_ != "markdown":
        print_pictures(format_, draw_changes(rows))
        return
    style = terminal_style("never")
    put(change_markdown(rows, revision, lambda text: escaped(text, style), left_out))
    print_fenced(draw_changes(rows))
