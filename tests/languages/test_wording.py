"""English as people write it: turns of phrase that nobody else uses stand in no message and on no page."""

from __future__ import annotations

import re
from functools import cache

import pytest

from clblint.plugins.message_catalogues import packages
from clblint.plugins.messages import messages_of

# What was written once, and what stands in its place.
ODD = {
    r"makes the pods on a node its weight": "under policy Local a node's weight is its number of pods",
    r"\bis no value\b": "is not a valid value for … (allowed: …)",
    r"\bgoes before it\b": "takes precedence",
    r"\bpast its end\b": "has expired",
    r"\bif (nodes|pods) they are\b": "if the back ends are nodes",
    r"\brivals?\b": "do not conflict",
    r"all that this can hide": "it would only hide a future finding",
    r"picks a node for each connection: ": "for port 80 the CLB picks a node per connection",
    r"where the API refuses it": "if the API refuses it (port 80)",
    r"\bends TLS\b": "terminates TLS",
    r"\bstands on a \{|\ba (?:Ingress|Endpoint|Endpoints|EIP|ENI|NLB|ALB)\b": "an Ingress",
    r"\bnames nothing\b": "needs a …",
    r"\bfor want of memory\b": "out of memory?",
    r"\bany more, so\b": "no longer",
    r"so (?:it reaches|they reach) nobody\b|clients meet nobody\b": "has no effect, get no answer",
    r"\bsays nothing to the NLB controller\b": "does not read",
    r"\bstays away\b": "is not added",
    r"it is taken for something else": "it counts as another value",
    r"^this Service has \{ports\}$": "write a port of the Service (it has {ports})",
    r"^no event: [A-Z]\w+;": "no event: the CCM calls …",
    r"\bends in: ": "fails with",
    r"\blisteners? \{ports\}": "{listeners}, which says listener or listeners",
}
# `there is no …` and `of which there are no …` are plain English; a kind is a word of Kubernetes with either article.
PLAIN = re.compile(r"\b[Tt]here (?:is|are) no |stands on a \{kind\}, where")


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text, and where it is written, without what is plain English."""
    messages = ((f"{package.name}/{one.file}", one) for package in packages() for one in messages_of(package.folder))
    return tuple((at, PLAIN.sub("", text)) for at, one in messages for text in (one.one, one.many) if text)


def test_a_finding_says_what_something_is_not() -> None:
    """What clblint says of itself may be as short as it likes."""
    odd = re.compile(r"\b(?:is|are) no (?!longer\b|protection\b|available nodes\b|back ends\b)")
    found = [f"{where}: {text}" for where, text in texts() if odd.search(text)]
    assert [one for one in found if not one.startswith("clblint/")] == []


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_turn_of_phrase_is_written_nowhere(odd: str) -> None:
    found = [f"{where}: {text}" for where, text in texts() if re.search(odd, text)]
    assert found == [], f"say instead: {ODD[odd]}"
