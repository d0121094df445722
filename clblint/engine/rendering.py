"""`Renderer`: makes the report text of findings in the worker processes, so that it is cached with the findings.

Making the text of a finding takes about as long as finding it.
"""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from clblint.lint.severity import Severity

    Lines = Callable[[str, int], str]


class Renderer(NamedTuple):
    """The function that makes the text of a finding, and a key of all that the text depends on beside the files.

    The function takes a finding, and a function from a path and a 1-based line number to the line. No text is made
    for findings below the `lowest` severity, which are not shown.
    """

    key: str
    text: Callable[[Finding, Lines], str]
    lowest: Severity
