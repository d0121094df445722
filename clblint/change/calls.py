"""API calls and errors of a sync, and the parameters of calls.

A value of None is not known.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clblint.i18n.text import Text
    from clblint.source.located import Located

    Texts = dict[str, "str | None"]
    ParamValue = str | Text | None  # the value of a parameter, or a summary in our words
    Parameter = str | None | Mapping[str, str | None] | Sequence[Mapping[str, str | None]]  # nested as in the request

BALANCER, TAGS = phrase("load balancer"), phrase("tags")
STATUS_STAGE = "status"  # of errors in writing the status, when all else is done


def certainly_differ(one: ParamValue, other: ParamValue) -> bool:
    """Whether two values differ; not if one of them is not known."""
    return one != other and None not in (one, other)


class ApiCall(NamedTuple):
    """An API call: the resource it is about, its parameters, and the changed ones as name: (before, after)."""

    action: str
    about: Text
    params: Mapping[str, Parameter]
    changed: Mapping[str, tuple[ParamValue, ParamValue]]


class SyncError(NamedTuple):
    """An error of a sync, the position of its cause in the new revision, and whether it is certain to occur.

    `stage` is the prefix that the CCM writes before the text, or the name of the API call that fails. Where the API is
    documented to refuse it, `why` says what its documents say; what they do not say of the text is `...`.
    """

    text: str
    at: Located
    stage: str
    certain: bool = True
    why: Text | None = None
