"""The base class of the errors that both YAML parsers raise."""

from __future__ import annotations

from clblint.light import cache


@cache
def yaml_error() -> type[Exception]:
    """The base class of the errors of both engines, imported on demand."""
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - slow to import

    return YAMLError
