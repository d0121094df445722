"""No import goes round in a circle, whether it is made at the start, later inside of a function, or for types alone."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp
import pytest

COMMON, BACK_ENDS = "clblint.balancer.model", "clblint.balancer.back_ends"
CLASSIC, NETWORK = "clblint.clb.model", "clblint.nlb.model"
# The parts of a load balancer know the whole that they are of, by its type alone: a listener is asked for its Service,
# for its neighbours, for the cluster. Whoever follows an import from one of these never runs into a circle.
WHOLE_OF = {
    "clblint.balancer.listeners": COMMON,
    "clblint.balancer.server_groups": COMMON,
    "clblint.balancer.used": COMMON,
    "clblint.balancer.values.backend_label": BACK_ENDS,
    "clblint.balancer.values.balancer_items": COMMON,
    "clblint.clb.creation": CLASSIC,
    "clblint.clb.listeners": CLASSIC,
    "clblint.clb.refusals": CLASSIC,
    "clblint.clb.refused_listeners": "clblint.clb.listeners",
    "clblint.clb.server_groups": CLASSIC,
    "clblint.clb.used": CLASSIC,
    "clblint.clb.values.classic_items": CLASSIC,
    "clblint.nlb.creation": NETWORK,
    "clblint.nlb.listeners": NETWORK,
    "clblint.nlb.refusals": NETWORK,
    "clblint.nlb.refused_groups": "clblint.nlb.server_groups",
    "clblint.nlb.refused_listeners": "clblint.nlb.listeners",
    "clblint.nlb.security": NETWORK,
    "clblint.nlb.server_groups": NETWORK,
    "clblint.nlb.shared": NETWORK,
    "clblint.nlb.used": NETWORK,
    "clblint.nlb.values.network_items": NETWORK,
}


def imports(*, of_types: bool = True) -> set[tuple[str, str]]:
    """Who imports whom, in modules."""
    graph = grimp.build_graph("clblint", cache_dir=None, exclude_type_checking_imports=not of_types)
    return {(name, other) for name in graph.modules for other in graph.find_modules_directly_imported_by(name)}


def between(modules: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The same in packages; a package and one within it are one thing."""
    pairs = {(name.rpartition(".")[0] or name, other.rpartition(".")[0] or other) for name, other in modules}
    return {
        (one, other) for one, other in pairs if not (f"{one}.".startswith(f"{other}.") or other.startswith(f"{one}."))
    }


def refuse_circle_in(pairs: set[tuple[str, str]]) -> None:
    """Raise `graphlib.CycleError`, which names one circle, if there is any."""
    graph: dict[str, set[str]] = {}
    for name, other in sorted(pairs):
        graph.setdefault(name, set()).add(other)
    TopologicalSorter(graph).prepare()


def test_no_circle_of_modules() -> None:
    refuse_circle_in(imports() - set(WHOLE_OF.items()))


def test_no_circle_of_packages() -> None:
    refuse_circle_in(between(imports()))


def test_parts_import_the_type_of_their_whole_only() -> None:
    known, at_run_time = imports(), imports(of_types=False)
    assert set(WHOLE_OF.items()) <= known - at_run_time


def test_a_circle_is_found() -> None:
    with pytest.raises(ValueError, match="cycle"):
        refuse_circle_in({("a", "b"), ("b", "c"), ("c", "a")})
