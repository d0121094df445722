"""How much the tests see: `python -m tests.mutation` changes rules and the model in many small ways, one at a time.

Exit codes: 0, 1 where too few of the changes are seen, 2 where others are not seen than those that are listed.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutation.mutants import mutants_of
from tests.mutation.report import Report
from tests.mutation.run import verdicts
from tests.mutation.survivors import keep, known

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parents[2]
PACKS = ROOT / "plugins"
MODEL = tuple(ROOT / "clblint" / name for name in ("balancer", "clb", "nlb"))
LIMIT = 80

Modules = dict[str, Path]


def rule_modules() -> Modules:
    """The modules of all packs but those that gather the rules."""
    return {f"{path.parent.name}.{path.stem}": path for path in sorted(PACKS.glob("*/*.py")) if path.stem != "__init__"}


def model_modules() -> Modules:
    """The modules of the model."""
    paths = (path for folder in MODEL for path in sorted(folder.rglob("*.py")))
    names = {path: path.relative_to(ROOT).with_suffix("").parts for path in paths}
    return {".".join(parts): path for path, parts in names.items() if path.stem != "__init__"}


def sample(modules: Modules, number: int, seed: int) -> list[Mutant]:
    """Some mutants, of no more modules than it takes; what is changed elsewhere changes few of them."""
    names = sorted(modules, key=lambda name: _lot(seed, name))[:number]
    made = all_of({name: modules[name] for name in names})
    return sorted(made, key=lambda one: _lot(seed, one.module, one.was, one.becomes))[:number]


def _lot(*parts: object) -> int:
    return zlib.crc32(repr(parts).encode())


def all_of(modules: Modules) -> list[Mutant]:
    """Every mutant of some modules."""
    return [mutant for name, path in modules.items() for mutant in mutants_of(path, name)]


def main(arguments: list[str]) -> int:
    """Run, and say what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--rules", nargs="*", metavar="NAME", help="only rules: those that are named, or all")
    parser.add_argument("--clb", action="store_true", help="only the model of load balancers")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants a sample holds")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="how many processes (as many as cores)")
    parser.add_argument("--keep", action="store_true", help="list what survives, and no more what is killed")
    options = parser.parse_args(arguments)
    modules = _modules(options.rules, model=options.clb)
    made = sample(modules, options.sample, options.seed) if options.sample else all_of(modules)
    report = Report(known(), ROOT)
    stopped = False
    try:
        for verdict in verdicts(made, options.jobs):
            report.add(verdict)
    except KeyboardInterrupt:  # what is known so far is told
        stopped = True
    print(*report.lines(), sep="\n")
    whole = not (stopped or options.sample)
    stale = report.stale(made) if whole else []
    for one in stale:
        print(f"survives no more: {one.path}: {one.was} -> {one.becomes}")
    if options.keep and whole:
        keep(report.kept(made))
        return 0
    return 2 if stale or report.missing else int(report.score < LIMIT)


def _modules(rules: list[str] | None, *, model: bool) -> Modules:
    names = {f".{name.replace('-', '_')}" for name in rules or ()}
    of_rules = {name: path for name, path in rule_modules().items() if not names or name[name.rindex(".") :] in names}
    if rules is None:
        return model_modules() if model else {**rule_modules(), **model_modules()}
    return {**of_rules, **(model_modules() if model else {})}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
