"""`pictures_of`: the plans of the Services of a run, drawn for a report that shows them."""

from __future__ import annotations

from itertools import islice

from clblint.change.plan import place_of, place_of_service, rows_of_all
from clblint.change.plan_text import mentioned
from clblint.i18n.language import current_language
from clblint.picture.change import draw_change
from clblint.picture.service import draw, is_drawn
from clblint.picture.svg import svg
from clblint.report.enclosures import Pictures
from clblint.run.builds import build_all
from clblint.run.inputs import in_place
from clblint.run.inputs import place_of as folder_of
from clblint.run.planned import PlannedProject
from clblint.run.verdicts import verdicts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clblint.change.plan import ServicePlace
    from clblint.discovery.walk import Input
    from clblint.picture.drawing import Drawing
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory

MOST = 200  # plans: a page with more is no longer readable
MOST_FILES = 10_000  # a plan needs the whole project in memory, beside the findings


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
    project = PlannedProject(built, read, configs.declared)
    changes = older.changes(built, read, configs, inventories.of, options.stdin_filename or "") if older else []
    project.judge({change.new.service.path for change in changes if change.new}, verdicts)
    rows = {place_of(row.balancer): row for row in mentioned(rows_of_all([], changes, verdicts.sync_end_of_change))}
    names = {place_of_service(one): one.id for one in project.services() if is_drawn(one)}
    names |= {place: row.balancer.service.id for place, row in rows.items()}
    chosen = dict.fromkeys(_first(names, wanted))
    drawings = {place: draw_change(rows[place]) for place in chosen if place in rows}
    others = chosen.keys() - drawings.keys()
    for balancer in project.balancers(configs, inventories, verdicts, others):
        drawings[place_of(balancer)] = draw(balancer, verdicts.sync_end_of(balancer))
    drawn: dict[str, list[Drawing]] = {}
    for place in chosen:
        drawn.setdefault(names[place], []).append(drawings[place])
    return Pictures({name: svg(some, style="") for name, some in drawn.items()}, len(names) - len(chosen))


def _first(names: Mapping[ServicePlace, str], wanted: Iterable[str]) -> Iterable[ServicePlace]:
    """The places of as many Services as a page can show; several may have one id."""
    places: dict[str, list[ServicePlace]] = {}
    for place, name in names.items():
        places.setdefault(name, []).append(place)
    in_order = dict.fromkeys([*filter(places.__contains__, wanted), *places])
    return islice((place for name in in_order for place in places[name]), MOST)
