"""The plan of a change as plain data (JSON): each Service with its effect and API calls."""

from __future__ import annotations

from clblint.balancer.refusal import REJECTED, WELL
from clblint.change.effect import CREATE, CREATIONS, DELETE, NONE, REFUSED, UPDATE
from clblint.fast import NamedTuple
from clblint.plan.document import FORMAT, plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeAlias

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd
    from clblint.change.calls import ApiCall, ParamValue
    from clblint.change.change import Change
    from clblint.change.effect import Effect, LeftBehind
    from clblint.i18n.text import Text
    from clblint.kube.objects import Service

    ServicePlace: TypeAlias = tuple[str, int]

# Calls without an effect of their own, left out of the plan.
_SELF_EVIDENT = frozenset({"StartLoadBalancerListener"})


class PlanRow(NamedTuple):
    """A Service of the plan and its effect; None if its file is unchanged."""

    balancer: LoadBalancer
    effect: Effect | None
    ends: SyncEnd = WELL  # as far as rules know
    unreadable: tuple[str, ...] = ()  # annotations that change to or from unknown values
    old: LoadBalancer | None = None  # in the older revision, if the Service was there

    @property
    def kind(self) -> str:
        """The kind of effect: `create`, `update`, `delete`, `none` or `refused`."""
        if self.effect is None:
            return NONE
        return REFUSED if self.error else self.effect.kind

    @property
    def calls(self) -> tuple[ApiCall, ...]:
        """The calls that change something, up to the one that creates the load balancer if the API refuses that."""
        calls = self.effect.calls if self.effect is not None else ()
        told = [call for call in calls if call.action not in _SELF_EVIDENT]
        creations = (number for number, call in enumerate(told, 1) if call.action in CREATIONS)
        return tuple(told[: next(creations, None)] if self.ends.uncreated else told)

    @property
    def error(self) -> str:
        """The text of the error that the sync ends with, else empty."""
        return (self.ends.first or self.effect.error.strip()) if self.effect is not None else ""

    @property
    def is_rejected(self) -> bool:
        """Whether the API server refuses the Service, so that it never reaches the CCM."""
        refused = self.effect.refused if self.effect is not None else ()
        return any(one.stage == REJECTED for one in refused)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The texts of errors that occur unless the CLB already has the wanted values."""
        return tuple(refused.text for refused in self.effect.refused if not refused.certain) if self.effect else ()

    @property
    def documented(self) -> tuple[Text, ...]:
        """What the documents of the API say of the errors that certainly occur."""
        refused = self.effect.refused if self.effect is not None else ()
        return tuple(one.why for one in refused if one.certain and one.why is not None)

    @property
    def left(self) -> tuple[LeftBehind, ...]:
        """What remains on CLBs that the Service no longer uses."""
        return self.effect.left if self.effect is not None else ()

    @property
    def provided(self) -> Text | None:
        """The condition of the calls; None if they are certain."""
        return self.effect.provided if self.effect is not None and not self.effect.unclear else None

    @property
    def unclear(self) -> Text | None:
        """Why the effect cannot be known; None if it is known."""
        return self.effect.unclear if self.effect is not None else None


def rows_of(
    balancers: Iterable[LoadBalancer],
    found: Iterable[Change],
    sync_end_of: Callable[[Change], SyncEnd] = lambda _: WELL,
) -> list[PlanRow]:
    """The rows of existing Services, each with its change, then those of removed ones.

    `sync_end_of` returns how the sync of a change ends according to rules, for a change that the simulation
    completes without an error, or with one that comes later.
    """
    changes = list(found)
    by_place: dict[tuple[str, int], PlanRow] = {}
    for change in changes:
        if change.new is not None:
            open_ = change.effect.kind in {CREATE, UPDATE, NONE} and not change.effect.unclear
            ends = sync_end_of(change) if open_ or change.effect.kind == REFUSED else WELL
            unreadable = change.unreadable if open_ else ()
            by_place[place_of(change.new)] = PlanRow(change.new, change.effect, ends, unreadable, change.old)
    rows = [by_place.get(place_of(balancer)) or PlanRow(balancer, None) for balancer in balancers]
    gone = (change for change in changes if change.new is None and change.old is not None)
    return rows + [PlanRow(change.old, change.effect) for change in gone if change.old is not None]


def rows_of_all(
    balancers: Iterable[LoadBalancer], found: Sequence[Change], sync_end_of: Callable[[Change], SyncEnd]
) -> list[PlanRow]:
    """The rows of the planned load balancers, and of the changes without one."""
    concerned = [balancer for balancer in balancers if balancer.service.type.value == "LoadBalancer"]
    places = {place_of(balancer) for balancer in concerned}  # a folder checked by itself may have other roots
    others = [change.new for change in found if change.new and place_of(change.new) not in places]
    return rows_of([*concerned, *others], found, sync_end_of)


def place_of(balancer: LoadBalancer) -> ServicePlace:
    """The place of its Service."""
    return place_of_service(balancer.service)


def place_of_service(service: Service) -> ServicePlace:
    """The file or kustomization that has a Service, and its position there."""
    return (service.path, service.index)


def document(
    rows: Iterable[PlanRow],
    against: str,
    unbuilt: Iterable[dict[str, Any]] = (),
    unread: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The plan of a change as JSON-serialisable data; `against` names the old revision, `unbuilt` as in a plan.

    `unread` are the files of either revision that cannot be compared.
    """
    left = {name: value for name, value in (("notBuilt", list(unbuilt)), ("notCompared", list(unread))) if value}
    return {"format": FORMAT, "against": against, "services": [_service(row) for row in rows], **left}


def _service(row: PlanRow) -> dict[str, Any]:
    made = {**plan(row.balancer), "change": row.kind}
    if row.kind == DELETE and row.effect is not None:
        made["loadBalancer"], made["serverGroups"], made["listeners"] = {}, [], []
    if row.error:
        made["error"] = row.error
        made["ends"] = None if row.is_rejected else row.error
    if row.ends.rule:
        made["endsRule"] = row.ends.rule
    if row.doubts:
        made["possibleErrors"] = list(row.doubts)
    if row.unclear:
        made["unclear"] = str(row.unclear)
    if row.unreadable:
        made["unreadable"] = list(row.unreadable)
    if row.provided:
        made["provided"] = str(row.provided)
    if row.left:
        made["leftBehind"] = [{"loadBalancer": one.id or None, "what": list(map(str, one.about))} for one in row.left]
    made["calls"] = [_call(call) for call in row.calls]
    return made


def _call(call: ApiCall) -> dict[str, Any]:
    made: dict[str, Any] = {"action": call.action, "about": str(call.about), "parameters": dict(call.params)}
    if call.changed:
        made["differs"] = {
            name: {"before": _text(before), "after": _text(after)} for name, (before, after) in call.changed.items()
        }
    return made


def _text(state: ParamValue) -> str | None:
    return None if state is None else str(state)
