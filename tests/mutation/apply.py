"""A mutant in place of its module, in this process alone: no file is written."""

from __future__ import annotations

import importlib
import sys
import types
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

# These hold nothing of clblint.
_KEPT = {f"tests.mutation.{name}" for name in ("apply", "mutants", "reach", "run", "swap")} | {"tests.recorded.files"}


def put_in_place(mutant: Mutant) -> None:
    """Forget every module that may hold something of the mutated one, and import that one mutated.

    Packs know nothing of each other; what stands in clblint is known to all, and to these tests.
    """
    parent, _, leaf = mutant.module.rpartition(".")
    _forget(("clblint", "tests.") if parent.startswith("clblint.") else (f"{parent}.",))
    package = importlib.import_module(parent)
    module: Any = types.ModuleType(mutant.module)
    module.__file__, module.__package__ = str(mutant.path), parent
    sys.modules[mutant.module] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `3 is 4` is warned of
        code = compile(mutant.source, mutant.path, "exec")
    exec(code, vars(module))  # noqa: S102 - this is how a module is mutated in memory
    setattr(package, leaf, module)


def _forget(prefixes: tuple[str, ...]) -> None:
    for name in list(sys.modules):
        if name.startswith(prefixes) and name not in _KEPT:
            del sys.modules[name]
