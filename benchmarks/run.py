"""Measures clblint and prints a Markdown table: `python benchmarks/run.py [--rounds N] [--files N] [--json|--readme]`.

Every round runs every measurement once, one after the other, so that a slow minute of the machine meets all of them;
a ratio is that of the fastest runs. The exit code is 1 where a limit is exceeded. What is measured is what users have:
a wheel of this checkout, installed by the latest pip into an environment of its own, or `--clblint COMMAND`.
`--compiled COMMAND` names the clblint of another installation, with the compiled form, to be measured beside it;
`--real FOLDER` a tree of manifests; `--kubeconform COMMAND` kubeconform with options that let it find schemas on this
machine, as in `"kubeconform -ignore-missing-schemas -schema-location schemas"`; `--large` measures the memory of 20,000
files, too. A line on standard error says where other programs keep the machine busy: its numbers then say little, and
`--readme`, which writes the table into benchmarks/README.md, refuses. Another says where the machine had fast and slow
minutes, as one that others share has: a ratio is then as much theirs as clblint's.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corpus import manifest, path_of, write_corpus
from overlays import write_repository

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO

ROOT = Path(__file__).parents[1]
README = Path(__file__).with_name("README.md")
PYYAML = """
import os, sys, yaml
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if not name.endswith((".yaml", ".yml")):
            continue
        with open(os.path.join(folder, name), "rb") as stream:
            try:
                for _ in yaml.load_all(stream, yaml.CSafeLoader):
                    pass
            except (yaml.YAMLError, ValueError):  # templates, and dates that are none: read as far as it can be
                pass
"""
FORMATS = ("text", "concise", "json", "sarif", "html")  # of which memory is measured: the last two hold most
MEMORY_LIMIT, LARGE_MEMORY_LIMIT = 100.0, 140.0  # MB
LARGE = 20_000  # files
CHANGED_LIMIT = 0.25
ONE_FILE_LIMIT = 4.5
COLD_LIMIT = 0.75  # of the form in Python; kubeconform, in Go, takes 0.61
BUSY = 0.5  # processes that were ready to run before ours began
UNSTEADY = 1.15  # times the fastest run in the middle one: two of clblint's that are as far apart tell nothing
ROOTS = 200  # kustomizations, each four of which share a base
SMALL = 5  # runs of what takes milliseconds, in each round
FINDINGS = (0, 1)  # exit codes of a check that worked


class Ratio(NamedTuple):
    """One measurement divided by another, per unit of size, and the most that it may be; seconds against nothing."""

    title: str
    measured: str
    against: str
    limit: float
    scale: float = 1.0


class Memory(NamedTuple):
    """What a run took, and the most that it may take, in MB."""

    title: str
    megabytes: float
    limit: float


class Wanted(NamedTuple):
    """What is measured: the command of clblint, and what there is besides the corpora that are always made."""

    clblint: str
    compiled: str | None = None
    real: str | None = None
    kubeconform: Sequence[str] = ()


class Bench:
    """The measurements: commands by name, and what they took.

    Commands run in the folder `work` and name what is in it, as in a repository.
    """

    def __init__(self, work: Path, files: int, wanted: Wanted) -> None:
        self.work, self.wanted = work, wanted
        self.seconds: dict[str, list[float]] = {}
        self.large = self._corpus(files)
        self.half = self._corpus(files // 2)
        self.quarter = self._corpus(files // 4)
        self.network = "nlb"
        write_corpus(str(work / self.network), files // 4, nlb=True)
        roots = min(ROOTS, files)
        write_repository(str(work), roots, max(roots // 4, 1))
        self.tree, self.printed = "tree", "printed"
        self.one = "one/app.yaml"
        (work / "one").mkdir()
        (work / self.one).write_text(manifest(0), encoding="utf-8")
        for command, cache in self._forms():
            for path in (self.one, self.quarter):  # once for the bytecode, which an installation brings along
                self._run((*command, path), cache)

    @property
    def _python(self) -> str:
        """The Python that runs clblint: an environment of its own may start faster than this one, or slower."""
        beside = Path(self.wanted.clblint).with_name("python")
        return str(beside) if beside.exists() else sys.executable

    def _forms(self) -> Iterator[tuple[Sequence[str], str]]:
        yield (self.wanted.clblint,), "one"
        if self.wanted.compiled:
            yield (self.wanted.compiled,), "one-compiled"

    def _corpus(self, files: int) -> str:
        write_corpus(str(self.work / str(files)), files)
        return str(files)

    def round(self, number: int) -> None:
        """Run every measurement once."""
        for _ in range(SMALL):
            self._time("python", (self._python, "-c", "pass"))
            self._time_one("one-file")
            self._time_one("one-file-concise", "--format", "concise")
        self._time("pyyaml", (sys.executable, "-c", PYYAML, self.large))
        self._time("cold", (self.wanted.clblint, self.large), cache=f"text-{number}")
        self._time("warm", (self.wanted.clblint, self.large), cache=f"text-{number}")
        self._time("cold-concise", (self.wanted.clblint, "--format", "concise", self.large), cache=f"concise-{number}")
        self._time("warm-concise", (self.wanted.clblint, "--format", "concise", self.large), cache=f"concise-{number}")
        self._change(number)
        self._time("changed", (self.wanted.clblint, "--format", "concise", self.large), cache=f"concise-{number}")
        self._time("nlb", (self.wanted.clblint, self.network), cache=f"nlb-{number}")
        self._time("tree", (self.wanted.clblint, self.tree), cache=f"tree-{number}")
        self._time("printed", (self.wanted.clblint, self.printed), cache=f"printed-{number}")
        self._time("cold-half", (self.wanted.clblint, self.half), cache=f"half-{number}")
        self._time("cold-quarter", (self.wanted.clblint, self.quarter), cache=f"quarter-{number}")

        if self.wanted.real:
            self._time("real-pyyaml", (sys.executable, "-c", PYYAML, self.wanted.real))
            self._time("real", (self.wanted.clblint, self.wanted.real), cache=f"real-{number}")
        if self.wanted.kubeconform:
            self._time("kubeconform", (*self.wanted.kubeconform, self.large))
        if self.wanted.kubeconform and self.wanted.real:
            self._time("real-kubeconform", (*self.wanted.kubeconform, self.wanted.real))
        if self.wanted.compiled:
            self._round_compiled(self.wanted.compiled, number)

    def _round_compiled(self, command: str, number: int) -> None:
        for _ in range(SMALL):
            self._time_one("one-file-compiled", command=command, cache="one-compiled")
        self._time("cold-compiled", (command, self.large), cache=f"compiled-text-{number}")
        concise = (command, "--format", "concise", self.large)
        self._time("cold-concise-compiled", concise, cache=f"compiled-concise-{number}")
        if self.wanted.real:
            self._time("real-compiled", (command, self.wanted.real), cache=f"compiled-real-{number}")

    def _change(self, number: int) -> None:
        # What an edit is most often: one value of one object, which others do not ask for.
        text = manifest(0).replace("image: registry", f"image: round-{number}.registry")
        (self.work / self.large / path_of(0)).write_text(text, encoding="utf-8")

    def _time_one(self, name: str, *options: str, command: str = "", cache: str = "one") -> None:
        # Of a file that was never seen, by an installation that has run before: it knows its rules, and no results.
        for kept in (self.work / "cache" / cache).glob("files-*"):
            kept.unlink()
        self._time(name, (command or self.wanted.clblint, *options, self.one), cache=cache)

    def _time(self, name: str, command: Sequence[str], cache: str = "unused") -> None:
        with (self.work / "report").open("wb") as report:
            start, processor = time.perf_counter(), _processor_time()
            done = self._run(command, cache, report)
            elapsed, processor = time.perf_counter() - start, _processor_time() - processor
        if done.returncode not in FINDINGS:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}")
        self.seconds.setdefault(name, []).append(elapsed)
        self.seconds.setdefault(f"{name}-processor", []).append(processor)

    def _run(
        self, command: Sequence[str], cache: str, report: IO[bytes] | int = subprocess.DEVNULL
    ) -> subprocess.CompletedProcess[bytes]:
        environment = self._environment(cache)
        return subprocess.run(command, stdout=report, cwd=self.work, env=environment, check=False)

    def _environment(self, cache: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return {**kept, "CLBLINT_CACHE_DIR": str(self.work / "cache" / cache)}

    def memory(self, files: int, *, large: bool) -> list[Memory]:
        """The most that all processes of a cold run held at one time, with each format."""
        corpora = [(files, self.large, MEMORY_LIMIT)]
        if large:
            corpora.append((LARGE, self._corpus(LARGE), LARGE_MEMORY_LIMIT))
        return [
            Memory(f"{count:,} files, memory of all processes, {name}", self._peak(folder, name), limit)
            for count, folder, limit in corpora
            for name in FORMATS
        ]

    def _peak(self, folder: str, name: str) -> float:
        command = (self.wanted.clblint, "--format", name)
        # A checkout makes the texts of rules when they are first asked for, in a process of its own.
        self._run((*command, self.one), "memory")
        peak, environment = 0.0, self._environment(f"memory-{name}-{folder}")
        with subprocess.Popen((*command, folder), stdout=subprocess.DEVNULL, cwd=self.work, env=environment) as process:
            while process.poll() is None:
                peak = max(peak, sum(map(_proportional_megabytes, _family(process.pid))))
                time.sleep(0.02)
        return peak

    def best(self, name: str) -> float:
        """The fastest run of a measurement, in seconds."""
        return min(self.seconds[name])


def _processor_time() -> float:
    """The seconds that the processes which have ended took of all processors."""
    took = os.times()
    return took.children_user + took.children_system


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:  # it has ended
        return
    for child in children.split():
        yield from _family(int(child))


def _proportional_megabytes(pid: int) -> float:
    # Pages that a forked process shares with its parent count in parts, so that the sum is what the machine gives.
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in rollup.splitlines() if line.startswith("Pss:"))


def ratios(files: int, wanted: Wanted) -> list[Ratio]:
    """What is compared with what."""
    found = [
        Ratio("one file, text / `python -c pass`", "one-file", "python", ONE_FILE_LIMIT),
        Ratio("one file, concise / `python -c pass`", "one-file-concise", "python", ONE_FILE_LIMIT),
        Ratio(f"{files:,} files, text / PyYAML's CSafeLoader", "cold", "pyyaml", COLD_LIMIT),
        Ratio(f"{files:,} files, concise / PyYAML's CSafeLoader", "cold-concise", "pyyaml", COLD_LIMIT),
        Ratio("second run, text / first run", "warm", "cold", 0.2),
        Ratio("second run, text / PyYAML's CSafeLoader", "warm", "pyyaml", 0.2),
        Ratio("second run, concise / first run", "warm-concise", "cold-concise", 0.2),
        Ratio(f"one file of {files:,} changed", "changed", "", CHANGED_LIMIT),
        Ratio(f"{files // 4:,} files with NLBs / as many with CLBs", "nlb", "cold-quarter", 1.5),
        Ratio(f"{min(ROOTS, files)} kustomizations / their printed builds", "tree", "printed", 1.5),
        Ratio(f"{files // 2:,} files / twice {files // 4:,}", "cold-half", "cold-quarter", 1.15, 2.0),
        Ratio(f"{files:,} files / twice {files // 2:,}", "cold", "cold-half", 1.15, 2.0),
    ]
    if wanted.compiled:
        found += [
            Ratio("compiled: one file, text / `python -c pass`", "one-file-compiled", "python", ONE_FILE_LIMIT),
            Ratio(f"compiled: {files:,} files, text / PyYAML's CSafeLoader", "cold-compiled", "pyyaml", 0.65),
            Ratio(
                f"compiled: {files:,} files, concise / PyYAML's CSafeLoader", "cold-concise-compiled", "pyyaml", 0.55
            ),
            Ratio(
                f"compiled: {files:,} files, concise, processor time / PyYAML's CSafeLoader",
                "cold-concise-compiled-processor",
                "pyyaml-processor",
                1.0,
            ),
        ]
    if wanted.real:
        title, against, limit = _rival_of_real(wanted)
        found.append(Ratio(f"real manifests, text / {title}", "real", against, limit))
    if wanted.real and wanted.compiled:
        found.append(Ratio(f"compiled: real manifests / {title}", "real-compiled", against, limit))
    if wanted.kubeconform and wanted.compiled:
        title = f"compiled: {files:,} files, concise / kubeconform"
        found.append(Ratio(title, "cold-concise-compiled", "kubeconform", 1.0))
    return found


def install(folder: Path) -> str:
    """The command of clblint in a new environment, with the wheel of this checkout; stops where that cannot be made."""
    place = folder / "environment"
    venv.create(place, with_pip=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    for wanted in (["--upgrade", "pip"], [str(ROOT)]):
        done = subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", *wanted], check=False)
        if done.returncode:
            sys.exit(f"pip cannot install {wanted[-1]}: name an installed clblint with --clblint COMMAND")
    return str(programs / "clblint")


def _program(command: str) -> str:
    """A command as it is found from any folder."""
    return str(Path(shutil.which(command) or command).absolute())


def _rival_of_real(wanted: Wanted) -> tuple[str, str, float]:
    """What real manifests are compared with, its name and the limit: kubeconform if it is there."""
    if wanted.kubeconform:
        return "kubeconform", "real-kubeconform", 1.0
    return "PyYAML's CSafeLoader", "real-pyyaml", 0.5


def table(bench: Bench, files: int, memory: Iterable[Memory]) -> str:
    """The measurements as Markdown."""
    lines = ["| measured | fastest | median | ratio | limit | |", "| --- | ---: | ---: | ---: | ---: | --- |"]
    names = {"`python -c pass`": "python", "PyYAML's CSafeLoader": "pyyaml", "kubeconform": "kubeconform"}
    names |= {"PyYAML's CSafeLoader, real manifests": "real-pyyaml", "kubeconform, real manifests": "real-kubeconform"}
    baselines = [(title, name) for title, name in names.items() if name in bench.seconds]
    lines += [f"| {title} | {_seconds(bench.best(name))} | {_median(bench, name)} | | | |" for title, name in baselines]
    for ratio in ratios(files, bench.wanted):
        value = _value(bench, ratio)
        state = "ok" if value <= ratio.limit else "**too slow**"
        took = f"{_seconds(bench.best(ratio.measured))} | {_median(bench, ratio.measured)}"
        shown, limit = (f"{value:.2f}", f"{ratio.limit:g}") if ratio.against else ("", _seconds(ratio.limit))
        lines.append(f"| {ratio.title} | {took} | {shown} | {limit} | {state} |")
    for one in memory:
        state = "ok" if one.megabytes <= one.limit else "**too much**"
        lines.append(f"| {one.title} | {one.megabytes:.0f} MB | | | {one.limit:.0f} MB | {state} |")
    return "\n".join(lines)


def update_readme(text: str) -> None:
    """Replace what stands between the marks."""
    before, start, rest = README.read_text(encoding="utf-8").partition("<!-- speed -->\n")
    _, end, after = rest.partition("<!-- /speed -->")
    README.write_text(f"{before}{start}{text}\n{end}{after}", encoding="utf-8")


def _value(bench: Bench, ratio: Ratio) -> float:
    return bench.best(ratio.measured) / (bench.best(ratio.against) if ratio.against else 1.0) / ratio.scale


def _seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def _median(bench: Bench, name: str) -> str:
    return _seconds(statistics.median(bench.seconds[name]))


def _is_busy() -> bool:
    """Whether other programs keep the machine busy; a line on standard error says so."""
    if not hasattr(os, "getloadavg") or os.getloadavg()[0] <= BUSY:
        return False
    print(f"the machine is busy (load {os.getloadavg()[0]:.1f}): ratios may be wrong", file=sys.stderr)
    return True


def _tell_if_unsteady(seconds: Mapping[str, Sequence[float]]) -> None:
    """Say on standard error where what never changes took much longer in one round than in another."""
    for name, title in (("python", "python -c pass"), ("pyyaml", "PyYAML's CSafeLoader")):
        fastest, median = min(seconds[name]), statistics.median(seconds[name])
        if median > UNSTEADY * fastest:
            took = f"{title} took {_seconds(fastest)} at its fastest and {_seconds(median)} in the middle"
            print(f"the machine was not steady: {took}; ratios may be wrong", file=sys.stderr)


def main() -> int:
    """Measure and print; 1 where a limit is exceeded, 2 where a busy machine would spoil the published table."""
    parser = argparse.ArgumentParser(description="Measures clblint on a generated corpus.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--json", action="store_true", help="print all measurements in seconds")
    parser.add_argument("--readme", action="store_true", help="put the table into benchmarks/README.md")
    parser.add_argument(
        "--clblint", metavar="COMMAND", help="the clblint to measure, in place of a wheel of this checkout"
    )
    parser.add_argument("--compiled", metavar="COMMAND", help="the clblint of an installation with the compiled form")
    parser.add_argument("--real", metavar="FOLDER", help="a tree of manifests to be measured, too")
    parser.add_argument("--kubeconform", metavar="COMMAND", default="", help="kubeconform with its options")
    parser.add_argument("--large", action="store_true", help=f"measure the memory of {LARGE:,} files, too")
    options = parser.parse_args()
    if _is_busy() and options.readme:
        return 2
    with tempfile.TemporaryDirectory() as folder:
        clblint = _program(options.clblint) if options.clblint else install(Path(folder))
        compiled = options.compiled and _program(options.compiled)
        real = options.real and str(Path(options.real).resolve())
        wanted = Wanted(clblint, compiled, real, shlex.split(options.kubeconform))
        bench = Bench(Path(folder), options.files, wanted)
        for number in range(options.rounds):
            bench.round(number)
        memory = bench.memory(options.files, large=options.large) if sys.platform == "linux" else []
    _tell_if_unsteady(bench.seconds)
    megabytes = {one.title: one.megabytes for one in memory}
    found = {ratio.title: _value(bench, ratio) for ratio in ratios(options.files, wanted)}
    if options.json:
        print(json.dumps({"seconds": bench.seconds, "ratios": found, "megabytes": megabytes}, indent=2))
    else:
        print(table(bench, options.files, memory))
    if options.readme:
        update_readme(table(bench, options.files, memory))
    slow = any(found[ratio.title] > ratio.limit for ratio in ratios(options.files, wanted))
    return int(slow or any(one.megabytes > one.limit for one in memory))


if __name__ == "__main__":
    sys.exit(main())
