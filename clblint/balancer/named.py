"""A certificate that listeners are to use, looked up in the inventory."""

from __future__ import annotations

import time

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.inventory.network import CasCertificate
    from clblint.inventory.records import Certificate
    from clblint.source.located import Located


class NamedCertificate(NamedTuple):
    """A certificate of the listeners that the CCM manages: where it is named, and its id.

    Attributes:
        kind: the kind of the load balancer
        printed: the certificate in the inventory
        is_missing: whether the inventory certainly lacks it
        today: the day of the run, in milliseconds since 1970
        replaces: whether a listener of the existing CLB certainly has another one: only then the CCM checks its expiry
    """

    at: Located
    id: str
    kind: str
    printed: Certificate | CasCertificate | None
    is_missing: bool
    today: int
    replaces: bool = False

    @property
    def has_expired(self) -> bool:
        """Whether it had ended before the day of the run."""
        expires = self.printed.expires if self.printed is not None else None
        return expires is not None and expires < self.today

    @property
    def ended(self) -> str:
        """The expiry of an expired certificate: a day if the inventory has milliseconds since 1970, else as printed."""
        if self.printed is None:
            return ""
        text, number = self.printed.expires_at.value, self.printed.expires
        if number is None or number < 0 or text != str(number):
            return text
        return time.strftime("%Y-%m-%d", time.gmtime(number // 1000))
