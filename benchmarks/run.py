"""Measures clblint and prints a Markdown table: `python benchmarks/run.py [--rounds N] [--files N] [--json|--readme]`.

Every round runs every measurement once, one after the other, so that a slow minute of the machine meets all of them;
a ratio is that of the fastest runs. The exit code is 1 where a limit is exceeded.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corpus import manifest, write_corpus
from overlays import write_repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLBLINT = (str(Path(sys.executable).with_name("clblint")),)
README = Path(__file__).parents[1] / "README.md"
PYYAML = """
import os, sys, yaml
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), "rb") as stream:
            for _ in yaml.load_all(stream, yaml.CSafeLoader):
                pass
"""
MEMORY_LIMIT = 300.0
ROOTS = 200  # kustomizations, each four of which share a base
SMALL = 5  # runs of what takes milliseconds, in each round
FINDINGS = (0, 1)  # exit codes of a check that worked


class Ratio(NamedTuple):
    """One measurement divided by another, per unit of size, and the most that it may be."""

    title: str
    measured: str
    against: str
    limit: float
    scale: float = 1.0


class Bench:
    """The measurements: commands by name, and what they took."""

    def __init__(self, work: Path, files: int) -> None:
        self.work = work
        self.seconds: dict[str, list[float]] = {}
        self._cold = 0
        self.large = self._corpus(files)
        self.half = self._corpus(files // 2)
        self.quarter = self._corpus(files // 4)
        roots = min(ROOTS, files)
        write_repository(str(work), roots, max(roots // 4, 1))
        self.tree, self.printed = str(work / "tree"), str(work / "printed")
        self.one = work / "one" / "app.yaml"
        self.one.parent.mkdir()
        self.one.write_text(manifest(0), encoding="utf-8")
        for path in (str(self.one), self.quarter):  # once for the bytecode, which an installation brings along
            subprocess.run((*CLBLINT, path), capture_output=True, env=self._environment("one"), check=False)

    def _corpus(self, files: int) -> str:
        folder = str(self.work / str(files))
        write_corpus(folder, files)
        return folder

    def round(self, number: int) -> None:
        """Run every measurement once."""
        for _ in range(SMALL):
            self._time("python", (sys.executable, "-c", "pass"))
            self._time_one("one-file")
            self._time_one("one-file-concise", "--format", "concise")
        self._time("pyyaml", (sys.executable, "-c", PYYAML, self.large))
        self._time("cold", (*CLBLINT, self.large), cache=f"text-{number}")
        self._time("warm", (*CLBLINT, self.large), cache=f"text-{number}")
        self._time("cold-concise", (*CLBLINT, "--format", "concise", self.large), cache=f"concise-{number}")
        self._time("warm-concise", (*CLBLINT, "--format", "concise", self.large), cache=f"concise-{number}")
        self._time("tree", (*CLBLINT, self.tree), cache=f"tree-{number}")
        self._time("printed", (*CLBLINT, self.printed), cache=f"printed-{number}")
        self._time("cold-half", (*CLBLINT, self.half), cache=f"half-{number}")
        self._time("cold-quarter", (*CLBLINT, self.quarter), cache=f"quarter-{number}")

    def _time_one(self, name: str, *options: str) -> None:
        # Of a file that was never seen, by an installation that has run before: it knows its rules, and no results.
        for kept in (self.work / "cache" / "one").glob("files-*"):
            kept.unlink()
        self._time(name, (*CLBLINT, *options, str(self.one)), cache="one")

    def _time(self, name: str, command: Sequence[str], cache: str = "unused") -> None:
        with (self.work / "report").open("wb") as report:
            start = time.perf_counter()
            done = subprocess.run(command, stdout=report, env=self._environment(cache), check=False)
            elapsed = time.perf_counter() - start
        if done.returncode not in FINDINGS:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}")
        self.seconds.setdefault(name, []).append(elapsed)

    def _environment(self, cache: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return {**kept, "CLBLINT_CACHE_DIR": str(self.work / "cache" / cache)}

    def memory(self) -> float:
        """The most that all processes of a cold run held at one time, in MB."""
        peak = 0.0
        with subprocess.Popen(
            (*CLBLINT, self.large), stdout=subprocess.DEVNULL, env=self._environment("memory")
        ) as process:
            while process.poll() is None:
                peak = max(peak, sum(map(_proportional_megabytes, _family(process.pid))))
                time.sleep(0.02)
        return peak

    def best(self, name: str) -> float:
        """The fastest run of a measurement, in seconds."""
        return min(self.seconds[name])


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


def ratios(files: int) -> list[Ratio]:
    """What is compared with what."""
    return [
        Ratio("one file, text / `python -c pass`", "one-file", "python", 8.0),
        Ratio("one file, concise / `python -c pass`", "one-file-concise", "python", 8.0),
        Ratio(f"{files:,} files, text / PyYAML's CSafeLoader", "cold", "pyyaml", 1.0),
        Ratio(f"{files:,} files, concise / PyYAML's CSafeLoader", "cold-concise", "pyyaml", 1.0),
        Ratio("second run, text / first run", "warm", "cold", 0.2),
        Ratio("second run, text / PyYAML's CSafeLoader", "warm", "pyyaml", 0.2),
        Ratio("second run, concise / first run", "warm-concise", "cold-concise", 0.2),
        Ratio(f"{min(ROOTS, files)} kustomizations / their printed builds", "tree", "printed", 1.5),
        Ratio(f"{files // 2:,} files / twice {files // 4:,}", "cold-half", "cold-quarter", 1.15, 2.0),
        Ratio(f"{files:,} files / twice {files // 2:,}", "cold", "cold-half", 1.15, 2.0),
    ]


def table(bench: Bench, files: int, megabytes: float | None) -> str:
    """The measurements as Markdown."""
    lines = ["| measured | fastest | median | ratio | limit | |", "| --- | ---: | ---: | ---: | ---: | --- |"]
    baselines = (("`python -c pass`", "python"), ("PyYAML's CSafeLoader", "pyyaml"))
    lines += [f"| {title} | {_seconds(bench.best(name))} | {_median(bench, name)} | | | |" for title, name in baselines]
    for ratio in ratios(files):
        value = _value(bench, ratio)
        state = "ok" if value <= ratio.limit else "**too slow**"
        took = f"{_seconds(bench.best(ratio.measured))} | {_median(bench, ratio.measured)}"
        lines.append(f"| {ratio.title} | {took} | {value:.2f} | {ratio.limit:g} | {state} |")
    if megabytes is not None:
        state = "ok" if megabytes <= MEMORY_LIMIT else "**too much**"
        lines.append(f"| {files:,} files, memory of all processes | {megabytes:.0f} MB | | | 300 MB | {state} |")
    return "\n".join(lines)


def update_readme(text: str) -> None:
    """Replace what stands between the marks."""
    before, start, rest = README.read_text(encoding="utf-8").partition("<!-- speed -->\n")
    _, end, after = rest.partition("<!-- /speed -->")
    README.write_text(f"{before}{start}{text}\n{end}{after}", encoding="utf-8")


def _value(bench: Bench, ratio: Ratio) -> float:
    return bench.best(ratio.measured) / bench.best(ratio.against) / ratio.scale


def _seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def _median(bench: Bench, name: str) -> str:
    return _seconds(statistics.median(bench.seconds[name]))


def main() -> int:
    """Measure and print; 1 where a limit is exceeded."""
    parser = argparse.ArgumentParser(description="Measures clblint on a generated corpus.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--json", action="store_true", help="print all measurements in seconds")
    parser.add_argument("--readme", action="store_true", help="put the table into the README")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.files)
        for number in range(options.rounds):
            bench.round(number)
        megabytes = bench.memory() if sys.platform == "linux" else None
    found = {ratio.title: _value(bench, ratio) for ratio in ratios(options.files)}
    if options.json:
        print(json.dumps({"seconds": bench.seconds, "ratios": found, "megabytes": megabytes}, indent=2))
    else:
        print(table(bench, options.files, megabytes))
    if options.readme:
        update_readme(table(bench, options.files, megabytes))
    slow = any(found[ratio.title] > ratio.limit for ratio in ratios(options.files))
    return int(slow or (megabytes or 0.0) > MEMORY_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
