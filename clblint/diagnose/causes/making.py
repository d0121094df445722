"""Makes causes out of templates (`causes.words`) and the values of a Service."""

from __future__ import annotations

import re

from clblint.diagnose.causes.words import WORDS
from clblint.diagnose.diagnosis import CERTAIN, Cause, event_seen, line_seen
from clblint.i18n.text import Text
from clblint.search.event_texts import rules_by_cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.diagnose.diagnosis import Evidence
    from clblint.diagnose.failures import Failure
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Value

_PREFIX = re.compile(
    r"^(?:DryRun: )?Error (?:syncing|deleting) load balancer \[[^\]]*\]:\s*"
    r"|(?:build lb local model error|apply model error|builid lb listener error|build lb listener error"
    r"|build lb attribute error|update lb attribute error|update listener error): "
    r"|build listener from servicePort \d+ error: |^\s*(?:alicloud: |Message: )"
)
_BALANCER = re.compile(r"load balancer \[([^\]]{1,100})\]")
_LONGEST = 300  # characters of a text in a sentence; the evidence has all of it


def fault_in(message: str) -> str:
    """The last part of the text of a failure, which names the fault."""
    before = ""
    while before != message:
        before, message = message, _PREFIX.sub("", message, count=1)
    text = message.strip()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def balancer_named(message: str) -> str:
    """The id of the load balancer that an event of the CCM is about; empty if it names none.

    It stands in the brackets of "Error syncing load balancer [lb-1]" (service_controller.go), which are empty as long
    as there is none.
    """
    found = _BALANCER.search(message)
    return found[1] if found is not None else ""


def values_of(service: LiveService, text: str = "") -> dict[str, Value]:
    """The values of a Service for the words of a cause."""
    return {
        "name": service.name,
        "namespace": service.namespace,
        "id": service.wanted_id or service.label_id or balancer_named(text) or "?",
        "label": service.label_id or service.applied_annotation("id") or "?",
        "address": service.address or "?",
        "tag": service.owner_tag or "?",
        "kind": service.balancer_kind,
        "said": fault_in(text),
    }


def of_words(  # noqa: PLR0913, PLR0917 - what a cause is made of
    name: str,
    service: LiveService,
    failure: Failure | None = None,
    evidence: Iterable[Evidence] = (),
    confidence: str = CERTAIN,
    ruled_out: tuple[str, ...] = (),
    do: tuple[Value, ...] = (),
) -> Cause:
    """The cause with the words of `WORDS`, and the event or the lines of the log as first evidence.

    The steps in `do` come before those of `WORDS`.
    """
    words = WORDS[name]
    values = values_of(service, failure.message if failure is not None else "")
    return Cause(
        name,
        confidence,
        Text(words.message, values),
        (*seen_of(service, failure), *evidence),
        (*do, *(Text(one, values) for one in words.do)),
        rules_by_cause().get(name, ()),
        ruled_out,
        words.unknown,
    )


def seen_of(service: LiveService, failure: Failure | None) -> tuple[Evidence, ...]:
    """The evidence of a failure: its event, and the last line of the log about it."""
    if failure is None:
        return ()
    found = (event_seen(failure.event),) if failure.event is not None else ()
    lines = failure.lines
    return (*found, line_seen(lines[-1], len(lines), service.now)) if lines else found


def cause(  # noqa: PLR0913, PLR0917 - what a cause is made of
    name: str,
    message: Text,
    confidence: str = CERTAIN,
    evidence: Iterable[Evidence] = (),
    do: tuple[Value, ...] = (),
    unknown: tuple[str, ...] = (),
    ruled_out: tuple[str, ...] = (),
) -> Cause:
    """A cause with a message of its own, and the rules that find it in a manifest."""
    return Cause(name, confidence, message, tuple(evidence), do, rules_by_cause().get(name, ()), ruled_out, unknown)
