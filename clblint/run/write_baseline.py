"""`write_baseline`: writes the findings of a run as a baseline."""

from __future__ import annotations

from collections import Counter

from clblint.files.replace import replace_file
from clblint.files.working_folder import exists
from clblint.i18n.language import ntr
from clblint.lint.merging import by_object
from clblint.run.filtered import coverage_of, judged
from clblint.suppress.baseline import as_text, entry_of, read_baseline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.engine.outcome import Outcome
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.options import Options


def write_baseline(factory: SettingsFactory, options: Options, outcome: Outcome, path: str) -> str:
    """Write the findings as a baseline, with the old entries of files and rules that this run did not check.

    Returns a sentence for the user.
    """
    findings = by_object(outcome.findings)
    found = Counter(entry_of(finding, path) for finding in findings)
    kept, gone = 0, 0
    if exists(path):
        old = read_baseline(path)
        old.take(findings)
        left = old.unmatched
        old.take((*findings, *by_object(outcome.lower)))  # findings of low severity still exist
        pruned = old.gone(judged(options, outcome, coverage_of(factory, options, outcome)))
        kept, gone = (left - pruned).total(), pruned.total()
        found += left - pruned
    replace_file(path, as_text(found).encode())
    return ntr(
        "{path}: {count} finding; {kept} of other files or rules kept, {gone} no longer found",
        "{path}: {count} findings; {kept} of other files or rules kept, {gone} no longer found",
        found.total(),
        path=path,
        kept=kept,
        gone=gone,
    )
