"""How long a preStop hook waits."""

from __future__ import annotations

import pytest

from clblint.kube.prestop import seconds_of

KNOWN = [
    (["sleep", "30"], 30),
    (["/bin/sleep", "30"], 30),
    (["/usr/bin/sleep", "30s"], 30),
    (["sleep", "1m", "30"], 90),
    (["sleep", "0.5"], 0.5),
    (["sh", "-c", "sleep 30"], 30),
    (["/bin/sh", "-c", "sleep 30 && nginx -s quit"], 30),
    (["/bin/bash", "-c", "sleep 30; kill -TERM 1; sleep 5"], 35),
    (["/bin/sh", "-c", "nginx -s quit; sleep 10;"], 10),
    (["sh", "-ec", 'echo "bye"\nsleep 15\n'], 15),
    (["/bin/sh", "-c", "exec sleep 20"], 20),
    (["python", "-c", "import time; time.sleep(25)"], 25),
    (["sh -c 'sleep 7'"], 7),
    (["sh", "-c", "sleep 30 >/dev/null 2>&1"], 30),
]
UNKNOWN = [
    [],
    ["nginx", "-s", "quit"],
    ["/drain.sh"],
    ["sh", "-c", "sleep $DELAY"],
    ["sh", "-c", "while pgrep app; do sleep 1; done"],
    ["sh", "-c", "for i in 1 2 3; do sleep 5; done"],
    ["sh", "-c", "if [ -f /x ]; then sleep 5; fi"],
    ["sh", "-c", "curl localhost/drain || sleep 5"],
    ["sleep", "infinity"],
    ["sh", "-c", "echo no-sleep 30"],
]


@pytest.mark.parametrize(("command", "seconds"), KNOWN, ids=str)
def test_known(command: list[str], seconds: float) -> None:
    """Every usual spelling is understood."""
    assert seconds_of(command) == seconds


@pytest.mark.parametrize("command", UNKNOWN, ids=str)
def test_unknown(command: list[str]) -> None:
    """What cannot be told from the text is not guessed."""
    assert seconds_of(command) is None
