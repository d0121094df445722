"""The words of port names are those of a regular expression, which takes too long to import for a run over one file."""

from __future__ import annotations

import re
from itertools import product

from clblint_listeners._tls import _words_of


def test_words_are_those_of_the_regular_expression() -> None:
    names = ["".join(chars) for size in range(8) for chars in product("a2c-", repeat=size)]
    expected = {name: re.findall(r"[a-z]+(?:2c)?", name) for name in names}
    assert {name: _words_of(name) for name in names} == expected
