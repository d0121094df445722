"""What a parser of YAML raises, whichever is used."""

from __future__ import annotations

from functools import cache


@cache
def yaml_error() -> type[Exception]:
    """The base class of what both engines raise."""
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - slow to import

    return YAMLError
