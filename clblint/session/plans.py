"""The plans of the Services in one file of a session, as `clblint plan` prints them."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB
from clblint.fast import NamedTuple
from clblint.i18n.language import ENGLISH, current_language, tr
from clblint.i18n.text import listed
from clblint.plan.text import listener_text, plan_text
from clblint.report.translator import Translator
from clblint.run.verdicts import Verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.session.state import State
    from clblint.source.place import Place


class PlannedService(NamedTuple):
    """What the CCM would build from a Service: in a few words, as text, and each listener with the place of its port.

    `name` is the place of the name of the Service, `root` the kustomization that builds it, empty if none does.
    """

    name: Place
    root: str
    summary: str
    text: str
    listeners: tuple[tuple[Place, str], ...]


def plans_in(path: str, state: State) -> list[PlannedService]:
    """The plans of the Services in a file, or of those that roots build with it, in the current language."""
    roots, entries = sorted(state.layout.users(path)), state.layout.entries
    sources = [name for name in roots or [path] if name in entries and not entries[name].error]
    language = current_language()
    verdicts = Verdicts(state.settings.by_file, None if language == ENGLISH else Translator(language, state.packs))
    try:
        state.worker.place(state.judge.project, state.judge.digests)
        return [one for name in sources for one in _planned(name, path, verdicts, state)]
    finally:
        state.worker.release()


def _planned(name: str, path: str, verdicts: Verdicts, state: State) -> Iterator[PlannedService]:
    """Yield the plans of the Services written in a file, as the file or root `name` has them."""
    balancers = [one for one in state.worker.balancers(name) if one.service.name.place.path == path]
    project = state.judge.project
    if balancers:
        verdicts.read(project, [project.load(name)])
    for one in balancers:
        ends = verdicts.sync_end_of(one)
        made = tuple((each.service_port.port.place, listener_text(each)) for each in _listeners(one))
        root = name if name != path else ""
        yield PlannedService(one.service.name.place, root, _summary(one), plan_text(one, ends), made)


def _listeners(balancer: LoadBalancer) -> tuple[Listener, ...]:
    """The listeners that the CCM would make; none if it makes nothing."""
    is_built = balancer.rejection is None and balancer.stopped is None and balancer.handled_by.value in {CLB, NLB}
    return tuple(balancer.listeners) if is_built and not balancer.service.unsettled else ()


def _summary(balancer: LoadBalancer) -> str:
    kind = str(balancer.handled_by.value).upper()
    named = [f"{one.protocol.value if one.protocol.known else '?'} {one.shown_ports}" for one in _listeners(balancer)]
    if not named:
        return tr("nothing is built")
    return tr("{kind} with {listeners}", kind=kind, listeners=listed(named))
