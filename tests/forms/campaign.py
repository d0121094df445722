"""Mutated inputs, read by both forms, and folders of them, reported by both; those of one seed are always the same."""

from __future__ import annotations

import gc
import os
import shutil
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

from tests.forms.compare import difference, report_difference
from tests.hostile.mutations import mutated
from tests.hostile.seeds import MANIFEST, seeds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.hostile.mutations import Draw

TOGETHER = 50  # inputs in a folder: a run over one takes as long as one over all of them


@st.composite
def manifests(draw: Draw) -> list[bytes]:
    """The files of a folder."""
    return [mutated(draw, draw(st.sampled_from(seeds()[MANIFEST]))) for _ in range(TOGETHER)]


def differences_of_seed(seed_: int | str, inputs: int) -> list[tuple[bytes, str]]:
    """The inputs on which the two forms differ, and how; reports are written of files below the working directory."""
    found: list[tuple[bytes, str]] = []

    @seed(seed_)
    @settings(
        max_examples=-(-inputs // TOGETHER),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        verbosity=Verbosity.quiet,
    )
    @given(manifests())
    def each(files: list[bytes]) -> None:
        found.extend((data, wrong) for data in files if (wrong := difference(data)))
        if wrong := folder_difference(files):
            found.append((b"", wrong))

    each()
    return found


def folder_difference(files: Sequence[bytes]) -> str:
    """The first line in which the reports on files differ; they are written into a folder that is not there yet."""
    here = os.getcwd()
    os.mkdir("in")
    try:
        os.chdir("in")
        for number, data in enumerate(files):
            with open(f"{number}.yaml", "wb") as stream:
                stream.write(data)
        return report_difference()
    finally:
        os.chdir(here)
        shutil.rmtree("in")
        gc.collect()  # which clblint itself never does
