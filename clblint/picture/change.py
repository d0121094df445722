"""Draws what a change does to the load balancer of a Service: what is there after it, marked, and what is removed."""

from __future__ import annotations

import re

from clblint.change.plan_text import differences, mentioned, open_points, stays, unless
from clblint.i18n.language import tr, tr_value
from clblint.picture.drawing import (
    CHANGED,
    GROUP,
    LISTENER,
    NETWORK,
    NEW,
    PLAIN,
    REFUSED,
    REMOVED,
    UNKNOWN,
    Box,
    Edge,
    drawing,
)
from clblint.picture.service import (
    BALANCER_KEY,
    NETWORK_KEY,
    draw,
    line_of,
    listener_key,
    network_of,
    nothing_built,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.change.calls import ApiCall
    from clblint.change.plan import PlanRow
    from clblint.picture.drawing import Drawing, Mark

    Calls = dict[str, list[ApiCall]]

_MOST_DIFFERENCES = 3  # lines of a box
_MAKES = re.compile(r"(?:nlb:)?Create(?:LoadBalancer|(?:LoadBalancer\w+)?Listener|V?ServerGroup)")
_REMOVES = re.compile(r"(?:nlb:)?Delete(?:LoadBalancer|(?:LoadBalancer)?Listener|V?ServerGroup)")
_SUBJECTS = re.compile(r"(?:\S* listener \S*|server group .*)", re.DOTALL)


def draw_changes(rows: Sequence[PlanRow]) -> list[Drawing]:
    """The drawings of the Services that a change concerns, in the order of the text."""
    return [draw_change(row) for row in mentioned(rows)]


def draw_change(row: PlanRow) -> Drawing:
    """The drawing of one Service that changes."""
    made = draw(row.balancer)
    calls = _by_subject(row.calls)
    boxes = {key: _marked(row, box, calls.pop(key, [])) for key, box in made.boxes.items()}
    if NETWORK_KEY in boxes and _stays_where_it_is(row):
        boxes[NETWORK_KEY] = Box(NETWORK_KEY, NETWORK, network_of(row.old or row.balancer))
    if boxes[BALANCER_KEY].mark is REMOVED:  # and with it all that it has
        parts = (LISTENER, GROUP)
        boxes = {key: box._replace(mark=REMOVED) if box.column in parts else box for key, box in boxes.items()}
    before = draw(row.old) if row.old is not None else made
    gone = {key: _gone(key, done, before) for key, done in calls.items() if _mark_of(done) is REMOVED}
    lost = [edge._replace(dashed=True) for edge in before.edges if edge.end in gone]
    remarks = list(_remarks(row))
    edges = [*made.edges, *lost, *(Edge(BALANCER_KEY, box.key, dashed=True) for box in remarks)]
    return drawing(made.name, made.place, [*boxes.values(), *gone.values(), *remarks], edges)


def _stays_where_it_is(row: PlanRow) -> bool:
    """Whether clients come from where they came from before, whatever the new revision asks for."""
    moved = any(call.action.endswith("CreateLoadBalancer") or "AddressType" in call.changed for call in row.calls)
    return row.old is not None and not moved and nothing_built(row.old) is None


def _by_subject(calls: Sequence[ApiCall]) -> Calls:
    """The calls by the key of the box that they are about: what is no listener or server group is the load balancer."""
    found: Calls = {}
    for call in calls:
        about = str(call.about)
        found.setdefault(about if _SUBJECTS.fullmatch(about) else BALANCER_KEY, []).append(call)
    return found


def _marked(row: PlanRow, box: Box, calls: list[ApiCall]) -> Box:
    """A box of the new revision with what the calls about it do."""
    mark = _mark_of(calls)
    if not calls:
        return box._replace(mark=REFUSED, notes=(tr("not made"),)) if _is_missing(row, box) else box
    if box.mark is not PLAIN:
        return box
    return box._replace(mark=mark, notes=box.notes + (_differing(calls) if mark is CHANGED else ()))


def _is_missing(row: PlanRow, box: Box) -> bool:
    """Whether a listener is neither made nor was there, since the sync ends in an error before."""
    if not row.error or box.column != LISTENER or not row.balancer.manages_listeners or box.mark is not PLAIN:
        return False
    before = row.old
    if before is None or before.stopped is not None or not before.reuses.equals(row.balancer.reuses):
        return True
    return box.key not in map(listener_key, before.listeners)


def _mark_of(calls: list[ApiCall]) -> Mark:
    made = any(_MAKES.fullmatch(call.action) for call in calls)
    removed = any(_REMOVES.fullmatch(call.action) for call in calls)
    return CHANGED if made == removed else NEW if made else REMOVED


def _differing(calls: list[ApiCall]) -> tuple[str, ...]:
    """The lines about what changes; if it is too much, how much more it is."""
    found = [f"{name} {before} → {after}" for call in calls for name, before, after in differences(call)]
    lines = list(dict.fromkeys(found)) or list(dict.fromkeys(call.action for call in calls))
    more = len(lines) - _MOST_DIFFERENCES
    return (*map(line_of, lines[:_MOST_DIFFERENCES]), *([tr("and {more} more", more=more)] if more > 0 else []))


def _gone(key: str, calls: list[ApiCall], before: Drawing) -> Box:
    """What the new revision has no more: a listener, or a server group, as it was drawn before."""
    if key in before.boxes:
        return before.boxes[key]._replace(mark=REMOVED)
    values = {name: tr_value(value) for name, value in calls[-1].about.values.items()}
    if "port" in values:
        return Box(key, LISTENER, line_of(f"{values['protocol'].upper()} {values['port']}"), (), REMOVED)
    return Box(key, GROUP, tr("server group"), (line_of(values.get("name", "")),), REMOVED)


def _remarks(row: PlanRow) -> Iterator[Box]:
    """Yield the boxes about what is refused, cannot be known, or stays behind."""
    for number, (text, notes, mark) in enumerate(_told(row)):
        yield Box(f"remark {number}", LISTENER, line_of(text), notes, mark, is_remark=True)


def _told(row: PlanRow) -> Iterator[tuple[str, tuple[str, ...], Mark]]:
    if row.error and nothing_built(row.balancer) is None:
        head = tr("the API server refuses it with") if row.is_rejected else tr("the sync fails with")
        yield head, (line_of(row.error),), REFUSED
    for text in (*open_points(row), *(unless(row, doubt) for doubt in row.doubts)):
        yield text, (), UNKNOWN
    if row.provided is not None:
        yield tr("provided that {condition}", condition=tr_value(row.provided)), (), PLAIN
    for left in row.left:
        yield stays(left), (), PLAIN
