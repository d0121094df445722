"""`Judged`: what was found in a root, which fixes are then tried on."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.manifest import Manifest
    from clblint.lint.finding import Finding


class Judged(NamedTuple):
    """The result for a root: objects, findings, the files that these need, and the questions to the project."""

    manifest: Manifest
    findings: tuple[Finding, ...]
    needs: tuple[str, ...]
    asked: bytes
