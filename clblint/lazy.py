"""`cached_property`, which before Python 3.12 took a lock at every first look: with millions of them, a lot of time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - it stands in for the one of the standard library
        """The same without the lock: two threads may both work a value out, and get equal ones."""

        def __init__(self, func: Any) -> None:  # noqa: ANN401 - any method
            self.func = func
            self.__doc__ = func.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:  # noqa: ANN401 - what the method gives
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.func(instance)
            return value


__all__ = ["cached_property"]
