"""`Refusal` and `SyncEnd`: the errors of the API server and the CCM, with exact text, position and stage."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.located import Located


REJECTED = "API server"


class Refusal(NamedTuple):
    """An error of the API server or the CCM: its text, the position of its cause, and its stage.

    Stages: `API server` (which refuses the Service before the CCM sees it), `reconcile` (before the CCM looks at
    anything else), `load balancer`, `server groups`, `listeners` (before any call), `apply` (after the CLB was found or
    created).
    """

    text: str
    at: Located
    stage: str


class SyncEnd(NamedTuple):
    """The error that the first sync of a new Service ends with, and that of later syncs; empty if there is none.

    `rule` is the rule that reports the error, if the model of the controller does not predict it. `uncreated` says that
    the API refuses to create the load balancer, so that nothing else is done for the Service. `stage` is that of the
    first error, as far as the model knows it.
    """

    first: str
    later: str
    rule: str = ""
    uncreated: bool = False
    stage: int = 0


WELL = SyncEnd("", "")
