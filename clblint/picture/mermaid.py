"""Drawings as one Mermaid flowchart, which GitHub and GitLab draw in Markdown: each Service is a subgraph.

Mermaid refuses a text of more than 50,000 characters or 500 arrows, and GitLab draws one of more than 2,000 characters
only on request: what is written for a box is short, and what is too much is left out and said.
"""

from __future__ import annotations

import re
from itertools import count

from clblint.i18n.language import ntr
from clblint.picture.drawing import BALANCER, LISTENER, MARKS, NETWORK, Box, Edge, drawing
from clblint.report.report import PLAIN
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clblint.picture.drawing import Drawing

_MOST_CHARACTERS, _MOST_TEXT, _MOST_EDGES = 40_000, 10_000, 450
_MOST_KEPT = 12  # boxes of a Service that is too large
# Fill, line and text always together: a theme of the page may be light or dark.
_STYLES = {
    "new": "fill:#dafbe1,stroke:#1a7f37,color:#0b3d1a",
    "changed": "fill:#fff8c5,stroke:#9a6700,color:#4d3300",
    "removed": "fill:#eaeef2,stroke:#57606a,color:#24292f,stroke-dasharray:5 3",
    "refused": "fill:#ffebe9,stroke:#cf222e,color:#82071e,stroke-width:3px",
    "unknown": "fill:#f6f8fa,stroke:#57606a,color:#24292f,stroke-dasharray:2 2",
}
# What has a meaning to Mermaid, HTML or the Markdown in labels; all the rest is shown as it is.
# It takes the end of a number off behind these two words, wherever they stand.
_MEANT = re.compile(r"[^\w /.,:()=+…⊕△⊖⊘?{}→-]|^[+-]|_(?=_)|(?<!\d)\d+(?=[.)] )|s(?=tyle)|c(?=lassDef)")


def mermaid(drawings: Sequence[Drawing], *, unicode: bool = True) -> str:
    """One flowchart of all drawings, if wanted in ASCII; those that do not fit are counted in a box of their own."""
    ids = (f"n{number}" for number in count(1))
    parts: list[str] = []
    size = edges = 0
    for number, one in enumerate(map(_reduced, drawings)):
        part = "".join(f"{line}\n" for line in _subgraph(one, f"s{number + 1}", ids))
        size, edges = size + len(part), edges + len(one.edges)
        if parts and (size > _MOST_CHARACTERS or edges > _MOST_EDGES):
            left = len(drawings) - number
            parts.insert(0, f'more["{_text(ntr("{count} more Service", "{count} more Services", left))}"]\n')
            break
        parts.insert(0, part)  # the renderer sets the last of them on top
    marks = {mark for one in drawings for mark in one.marks}
    styles = [f"classDef {mark.name} {_STYLES[mark.name]}\n" for mark in MARKS if mark in marks]
    made = "".join(["flowchart LR\n", *parts, *styles])
    return made if unicode else re.sub(r"[^\x00-\x7f]", lambda found: f"#{ord(found[0])};", made)


def _reduced(one: Drawing) -> Drawing:
    """A drawing that fits: of one with too many listeners their number."""
    size = sum(len(line) for box in one.boxes.values() for line in box.lines)
    if len(one.edges) <= _MOST_EDGES and size <= _MOST_TEXT:
        return one
    kept = [box for box in one.boxes.values() if box.is_remark or box.column in {NETWORK, BALANCER}]
    number = sum(not box.is_remark for box in one.column(LISTENER))
    listeners = Box("listeners", LISTENER, ntr("{count} listener", "{count} listeners", number))
    edges = [*one.edges, *(Edge(box.key, listeners.key) for box in kept if box.column == BALANCER)]
    return drawing(one.name, one.place, [*kept[:_MOST_KEPT], listeners], edges)


def _subgraph(one: Drawing, name: str, ids: Iterator[str]) -> Iterator[str]:
    """Yield the lines of one Service."""
    own = dict(zip(one.boxes, ids, strict=False))
    yield f'subgraph {name}["{_text(one.name)}"]'
    for key, box in one.boxes.items():
        yield f"{own[key]}{_shape(box)}{f':::{box.mark.name}' if box.mark.name else ''}"
    yield "direction LR"
    if one.edges:
        yield "".join(_arrows(one.edges, own))[1:]
    yield "end"
    yield f"style {name} fill:none,stroke:#8c959f"


def _shape(box: Box) -> str:
    label = "<br>".join(map(_text, box.lines))
    return f'(["{label}"])' if box.column == NETWORK else f'["{label}"]'


def _arrows(edges: Sequence[Edge], ids: Mapping[str, str]) -> Iterator[str]:
    """Yield the arrows, each after what separates it from the one before, whose end may be its beginning."""
    at = ""
    for start, end, dashed in edges:
        yield ("" if at == start else f";{ids[start]}") + ("-.->" if dashed else "-->") + ids[end]
        at = end


def _text(text: str) -> str:
    """A text in a label: what means something there is written by its number."""
    return _MEANT.sub(lambda found: "".join(f"#{ord(char)};" for char in found[0]), visible(text, PLAIN))
