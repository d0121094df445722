"""Compares two sets of servers, each of which may stand for many: common and differing ones (NG:diff)."""

from __future__ import annotations

from clblint.change.chosen import shown_nodes, shown_pods
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.chosen import Chosen
    from clblint.change.nlb.cloud import Server
    from clblint.i18n.text import Text

PODS = "{pods"  # the prefix of ids that stand for pods


class Sets(NamedTuple):
    """The servers in a group, and the wanted ones."""

    there: list[Server]
    wanted: list[Server]

    def apart(self) -> Sets:
        """Both, with one server for the common part of two sets, and one for each part that only one of them has."""
        there = [part for one in self.there for part in _parts(one, _twin(one, self.wanted), before=True)]
        return Sets(there, [part for one in self.wanted for part in _parts(one, _twin(one, self.there), before=False)])

    def whole(self) -> Iterator[Server]:
        """Yield the servers after the change, each set as wanted."""
        for one in self.there:
            twin = _twin(one, self.wanted)
            if one.part is None:
                yield one if twin is None else one._replace(id=twin.id, chosen=twin.chosen)


def shown(server: Server) -> Text | None:
    """The words for a server that stands for many; None for any other."""
    if server.chosen is None:
        return None
    return (shown_pods if server.id.startswith(PODS) else shown_nodes)(server.chosen, server.port)


def _twin(server: Server, others: list[Server]) -> Server | None:
    """The other set of servers of the same kind."""
    kind = server.kind, server.id.startswith(PODS)
    sets = (one for one in others if one.chosen is not None and one.part is None)
    found = (one for one in sets if (one.kind, one.id.startswith(PODS)) == kind)
    return next(found, None) if server.chosen is not None else None


def _parts(one: Server, twin: Server | None, *, before: bool) -> Iterator[Server]:
    if twin is None or one.chosen is None or twin.chosen is None:
        yield one
        return
    mine, theirs = one.chosen, twin.chosen
    moves = mine.moves_to(theirs)
    one, twin = _told_apart(one, mine.told_from(theirs)), _told_apart(twin, theirs.told_from(mine))
    if not moves.kept:
        yield one
        return
    yield one._replace(id=twin.id) if before else one
    if moves.removed:
        ends = (shown(one), shown(twin)) if before else (shown(twin), shown(one))
        yield one._replace(id=f"{one.id} - {twin.id}", part=ends)


def _told_apart(server: Server, chosen: Chosen) -> Server:
    """A server that stands for many, by another name."""
    what = "pods" if server.id.startswith(PODS) else "nodes"
    return server if chosen == server.chosen else server._replace(id=token(what, chosen), chosen=chosen)


def token(what: str, chosen: Chosen) -> str:
    """The id of a server that stands for many nodes or pods."""
    return f"{{{what} {chosen.name}}}" if chosen.name else f"{{{what}}}"
