"""`pictures_of`: the plans of the Services of a run, drawn for a report that shows them."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from clblint.change.plan import place_of, rows_of_all
from clblint.change.plan_text import mentioned
from clblint.i18n.language import current_language
from clblint.picture.change import draw_change
from clblint.picture.service import draw, is_drawn
from clblint.picture.svg import svg
from clblint.report.report import Pictures
from clblint.run.builds import build_all
from clblint.run.inputs import in_place
from clblint.run.inputs import place_of as folder_of
from clblint.run.planned import PlannedProject
from clblint.run.verdicts import verdicts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clblint.balancer.model import LoadBalancer
    from clblint.discovery.walk import Input
    from clblint.picture.drawing import Drawing
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.verdicts import Verdicts

    Makers = Mapping[str, Sequence[Callable[[], Drawing]]]

MOST = 200  # plans: who looks at more?


def pictures_of(
    wanted: Iterable[str],
    inputs: Sequence[Input],
    read: Callable[[str], bytes],
    factory: SettingsFactory,
    older: OlderRevision | None,
) -> Pictures:
    """The drawings, first of Services with `wanted` ids: with an older revision what changes, else what is built."""
    options, configs, inventories = factory.options, factory.configs, factory.inventories
    inputs, read = in_place(inputs, read, options)
    built = build_all(inputs, read, folder_of(options))
    verdicts = verdicts_of(factory, current_language())
    balancers = list(PlannedProject(built, read).balancers(configs, inventories, verdicts))
    changes = older.changes(built, read, configs, inventories.of, options.stdin_filename or "") if older else []
    rows = {place_of(row.balancer): row for row in mentioned(rows_of_all([], changes, verdicts.sync_end_of_change))}
    found: dict[str, list[Callable[[], Drawing]]] = {}
    for balancer in filter(is_drawn, balancers):
        row = rows.pop(place_of(balancer), None)
        make = partial(draw_change, row) if row else partial(_draw, balancer, verdicts)
        found.setdefault(balancer.service.id, []).append(make)
    for row in rows.values():
        found.setdefault(row.balancer.service.id, []).append(partial(draw_change, row))
    return _first(found, wanted)


def _draw(balancer: LoadBalancer, verdicts: Verdicts) -> Drawing:
    return draw(balancer, verdicts.sync_end_of(balancer))


def _first(found: Makers, wanted: Iterable[str]) -> Pictures:
    """As many pictures as a page can show; several Services may have one id."""
    names = dict.fromkeys([*filter(found.__contains__, wanted), *found])
    makers = ((name, make) for name in names for make in found[name])
    drawn: dict[str, list[Drawing]] = {}
    for name, make in islice(makers, MOST):
        drawn.setdefault(name, []).append(make())
    left = sum(map(len, found.values())) - sum(map(len, drawn.values()))
    return Pictures({name: svg(some, style="") for name, some in drawn.items()}, left)
