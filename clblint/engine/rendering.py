"""How findings are shown, worked out beside the checking: in the same processes, and kept with what was found.

Writing the text of a finding takes about as long as finding it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity

    Lines = Callable[[str, int], str]


class Renderer(NamedTuple):
    """The function that makes the text of a finding, and a key of all that it depends on beside the files.

    The function gets a finding, and another function that gives a line of a file by its 1-based number. Findings below
    the `lowest` severity are not shown, so that nothing is made of them.
    """

    key: str
    text: Callable[[Finding, Lines], str]
    lowest: Severity
