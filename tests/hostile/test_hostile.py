"""All that ever failed, and some inputs more in every run."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("hypothesis")
from tests.hostile.campaign import campaign, replayed

pytestmark = pytest.mark.whole

INPUTS = 2000
CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())
POSIX = pytest.mark.skipif(os.name != "posix", reason="limits of processes as on POSIX")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_once_failed(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / "cache"))
    replayed(str(case))


@POSIX
@pytest.mark.skipif(sys.platform != "linux", reason="how much memory a process holds is not there")
def test_inputs_from_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("CLBLINT_HOSTILE_SEED") or random.SystemRandom().randrange(10**6))
    with capsys.disabled():
        print(f"\npython -m tests.hostile --inputs {INPUTS} --seed {seed}")
    done = 0
    for chunk in campaign(seed, INPUTS, jobs=len(os.sched_getaffinity(0))):
        done += chunk.inputs
        assert not chunk.failure, f"chunk {chunk.number} of seed {seed}: {chunk.failure}"
    assert done >= INPUTS
