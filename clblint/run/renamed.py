"""`renamed`: reports what is in standard input under the name that was given for it."""

from __future__ import annotations

from clblint.files.read import STDIN
from clblint.run.inputs import piped_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.engine.outcome import Outcome
    from clblint.lint.finding import Finding
    from clblint.run.options import Options


def renamed(outcome: Outcome, options: Options) -> Outcome:
    """The outcome with findings in standard input under the name that was given; other parts have it under `-`."""
    name = options.stdin_filename
    if not name:
        return outcome
    piped = piped_as(options) or STDIN
    findings = tuple(_renamed_finding(finding, piped, name) for finding in outcome.findings)
    counts = {STDIN if path == piped else path: count for path, count in outcome.counts.items()}
    marked = {STDIN if path == piped else path: found for path, found in outcome.suppressions.items()}
    return outcome._replace(findings=findings, counts=counts, suppressions=marked)


def _renamed_finding(finding: Finding, piped: str, name: str) -> Finding:
    if finding.home is not None and finding.home.path == piped:
        finding = finding._replace(home=finding.home._replace(path=name))
    if finding.path != piped:
        return finding
    because = tuple(
        (place._replace(path=name) if place.path == piped else place, template)
        for place, template in finding.unpacked_details.because
    )
    return finding.with_details(because=because)._replace(place=finding.place._replace(path=name), shown="")
