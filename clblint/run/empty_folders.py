"""`tell_what_is_empty`: names the given folders without any manifest."""

from __future__ import annotations

import sys

from clblint.discovery.walk import are_ignored, collect
from clblint.files.paths import display_path, is_below
from clblint.files.working_folder import is_folder
from clblint.i18n.language import tr
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.run.output import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.discovery.walk import Input
    from clblint.run.options import Options


def tell_what_is_empty(inputs: Sequence[Input], options: Options) -> None:
    """Name the given folders without any manifest: perhaps another one was meant. A text report contains this."""
    if options.against or options.quiet or options.fail_on_empty:
        return
    reported = [item.path for item in inputs if item.reported]
    asked = [path for path in options.roots if is_folder(path)]
    empty = [path for path in asked if not any(is_below(one, display_path(path)) for one in reported)]
    for path in empty:
        if not options.no_gitignore and are_ignored([path]):
            tell(tr("git ignores every manifest here; --no-gitignore checks them"))
        elif not collect([path]):
            line = tr("{path}: no manifest in this folder, neither YAML nor JSON", path=path)
            if options.format == ("text",) and sys.stdout is not None:
                sys.stdout.write(f"{visible(line, PLAIN)}\n")
            else:
                tell(line)
