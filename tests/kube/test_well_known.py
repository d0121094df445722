"""Well-known names are written once: everything else imports them from `clblint.kube.well_known`."""

from __future__ import annotations

import ast
from pathlib import Path

from clblint.kube import well_known

ROOT = Path(__file__).parents[2]
NAMES = {
    name
    for value in vars(well_known).values()
    for name in (value if isinstance(value, tuple) else (value,))
    if isinstance(name, str) and "/" in name and "\n" not in name and not name.endswith(".py")
}


def test_no_module_spells_a_well_known_name_again() -> None:
    again = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value}"
        for folder in ("clblint", "plugins", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if path != Path(well_known.__file__)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in NAMES
    ]
    assert "alibabacloud.com/nlb" in NAMES
    assert again == []
