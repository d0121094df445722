"""Imports the C extension of ruamel.yaml without the modules that it does not need to parse a document.

`ruamel.yaml` imports all of its modules, and the standard library's for dates and encodings: an eighth of a run with
one manifest. The extension needs most of them only to raise their exceptions and to make tokens, so each of these
modules is imported when something of it is called, and the package itself on first use.
"""

from __future__ import annotations

import sys
from _frozen_importlib import module_from_spec  # `importlib` has the same, and imports much else
from _frozen_importlib_external import PathFinder
from types import ModuleType

from clblint.light import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_EXTENSION = "_ruamel_yaml"
_PACKAGE = "ruamel.yaml"
# The extension does nothing with what it imports from these but call it (`_ruamel_yaml.pyx`, ruamel.yaml.clib 0.2.15).
_CALLED = (
    "composer", "constructor", "emitter", "parser", "reader", "representer", "scanner", "serializer", "tokens",
)  # fmt: skip


def import_extension() -> Any:  # noqa: ANN401 - it has no types
    """The extension; raises `ImportError` if it is missing."""
    if _EXTENSION not in sys.modules and _PACKAGE not in sys.modules and _defer(_PACKAGE):
        stand_ins = [_StandIn(f"{_PACKAGE}.{name}") for name in _CALLED]
        sys.modules.update((one.__name__, one) for one in stand_ins)
        try:
            return import_module(_EXTENSION)
        except Exception:  # noqa: BLE001, S110 - another version of it may do more with them: it gets the modules
            pass
        finally:
            for one in stand_ins:
                del sys.modules[one.__name__]
    return import_module(_EXTENSION)


class _StandIn(ModuleType):
    """Stands for a module while the extension is imported; imports it when one of its functions or classes is called.

    It knows no names: what the extension asks for is looked up at the call.
    """

    def __getattr__(self, name: str) -> Callable[..., object]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*values: object) -> object:
            return getattr(import_module(self.__name__), name)(*values)

        return call


def _defer(name: str) -> bool:
    """Register a package that is executed when one of its attributes is first missed; False if there is none."""
    parent, _, own_name = name.rpartition(".")
    spec = PathFinder.find_spec(name, import_module(parent).__path__)
    if spec is None or spec.loader is None:
        return False
    package, loader = module_from_spec(spec), spec.loader

    def missed(attribute: str) -> object:
        del vars(package)["__getattr__"]
        loader.exec_module(package)
        return getattr(package, attribute)

    vars(package)["__getattr__"] = missed
    sys.modules[name] = package
    setattr(sys.modules[parent], own_name, package)
    return True
