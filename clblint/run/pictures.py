"""`pictures_of`: the plans of the Services of a run, drawn for a report that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.plan import place_of, rows_of_all
from clblint.change.plan_text import mentioned
from clblint.i18n.language import current_language
from clblint.picture.change import draw_change
from clblint.picture.service import draw, is_drawn
from clblint.picture.svg import svg
from clblint.run.builds import build_all
from clblint.run.inputs import in_place
from clblint.run.inputs import place_of as folder_of
from clblint.run.planned import PlannedProject
from clblint.run.verdicts import verdicts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clblint.discovery.walk import Input
    from clblint.picture.drawing import Drawing
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory

MOST = 200  # Services: who looks at more?


def pictures_of(
    inputs: Sequence[Input], read: Callable[[str], bytes], factory: SettingsFactory, older: OlderRevision | None
) -> dict[str, str]:
    """The drawings as SVG, by the id of the Service: with an older revision what changes, otherwise what is built."""
    options, configs, inventories = factory.options, factory.configs, factory.inventories
    inputs, read = in_place(inputs, read, options)
    built = build_all(inputs, read, folder_of(options))
    verdicts = verdicts_of(factory, current_language())
    balancers = list(PlannedProject(built, read).balancers(configs, inventories, verdicts))
    changes = older.changes(built, read, configs, inventories.of, options.stdin_filename or "") if older else []
    rows = {place_of(row.balancer): row for row in mentioned(rows_of_all([], changes, verdicts.sync_end_of_change))}
    drawn: dict[str, list[Drawing]] = {}
    for balancer in filter(is_drawn, balancers):
        row = rows.pop(place_of(balancer), None)
        made = draw_change(row) if row else draw(balancer, verdicts.sync_end_of(balancer))
        drawn.setdefault(balancer.service.id, []).append(made)
    for row in rows.values():
        drawn.setdefault(row.balancer.service.id, []).append(draw_change(row))
    return {name: svg(some, style="") for name, some in list(drawn.items())[:MOST]}
