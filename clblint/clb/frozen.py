"""Values that do not change once they are made."""

from __future__ import annotations


class Frozen:
    """A value whose fields are given once; what is derived from them is worked out when asked for."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{type(self).__name__}.{name} cannot be changed"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)
