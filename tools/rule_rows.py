"""The source of `clblint_schemas.rule_rows` in a wheel: the attributes of the rules of each pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.lint.rule import to_row
from clblint.plugins.packed_rules import key_of_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.rule import Row, Rule

_SOURCE = '''"""The attributes of the rules, for a fast first run."""

KEY: str = {key!r}
ROWS: dict[str, list[tuple[object, ...]]] = {rows!r}
'''


def as_text(rules: Iterable[Rule]) -> str:
    """The module, for the code as it is now."""
    rows: dict[str, list[Row]] = {}
    for rule in rules:
        rows.setdefault(rule.pack, []).append(to_row(rule))
    return _SOURCE.format(key=key_of_code(rows), rows=rows)
