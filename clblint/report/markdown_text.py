"""`escaped`: escapes text for Markdown, so that it is shown as it is and has no effect.

Characters with a meaning in Markdown become character references, which are safe everywhere, also in table cells. What
GitHub and GitLab replace later (mentions, issue numbers, URLs, emoji) is split by an empty HTML comment, which is the
only way to prevent that.
"""

from __future__ import annotations

import re

from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.report.report import Style

_SEPARATOR = "<!-- -->"
_TOKENS = re.compile(
    r"""(?P<reference>[\\`*_~<>\[\]|&])
    | (?P<dollar>\$)
    | (?P<head>[@\#!](?=\w) | :(?=//|[\w+-]+:) | www(?=\.))
    | (?P<wide>[^\x00-\x7f]+)
    """,
    re.VERBOSE,
)


def escaped(text: str, style: Style) -> str:
    """Escape a text for a paragraph or a table cell; the result is ASCII if `style` is not Unicode."""
    shown = visible(text, style._replace(unicode=True))
    return _TOKENS.sub(lambda token: _reference(token, unicode=style.unicode), shown)


def _reference(token: re.Match[str], *, unicode: bool) -> str:
    found = token[0]
    match token.lastgroup:
        case "head":
            return found + _SEPARATOR
        case "dollar":
            return f"<span>{found}</span>"  # two bare ones would delimit a formula
        case "wide":
            return found if unicode else found.encode("ascii", "xmlcharrefreplace").decode("ascii")
        case _:
            return f"&#{ord(found)};"
