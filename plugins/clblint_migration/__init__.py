"""Rules about Services that move from a CLB to an NLB."""

from __future__ import annotations

import sys

from clblint.api import Rule, hookimpl, rules_in


@hookimpl
def clblint_rules() -> list[Rule]:
    """Hand over the rules of this pack: one a module."""
    return rules_in(sys.modules[__name__])
