"""How long a preStop hook waits."""

from __future__ import annotations

import pytest

from clblint.kube.workloads.sleeping import seconds_of

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
    (["sh", "-c", "sleep 10\nsleep 15"], 25),
    (["sh", "-c", "sleep 10; sleep 15"], 25),
    (["sh", "-c", "\n  sleep 10 # for the load balancer; sleep 5\n\n  sleep 15\n"], 25),
    (["sh", "-c", "sleep 10 \\\n  5"], 15),
    (["sh", "-c", 'sleep \'10\'; "sleep" "5"'], 15),
    (["sh", "-c", "curl -s localhost/drain || true; sleep 30"], 30),
    (["sh", "-c", "curl -s localhost/drain || :\nsleep 30"], 30),
    (["sh", "-c", "curl -s localhost/drain || true && sleep 30"], 30),
    (["sh", "-c", "curl -s localhost/drain || exit 1; sleep 30"], 30),
    (["sh", "-c", "sleep 30 || true"], 30),
    (["sh", "-c", "sleep 30 || sleep 10"], 30),
    (["sh", "-c", "false || sleep 30"], 30),
    (["sh", "-c", "if [ -f /x ]; then curl localhost; fi; sleep 30"], 30),
    (["sh", "-c", "for i in 1 2; do echo $i; done\nsleep 30"], 30),
    (["sh", "-c", "case $X in a) echo a;; *) echo b;; esac; sleep 30"], 30),
    (["sh", "-c", "(sleep 10; sleep 5) && { sleep 5; }"], 20),
    (["sh", "-c", "sleep 10 & sleep 20"], 20),
    (["sh", "-c", "sleep 10 | sleep 20"], 20),
    (["sh", "-c", "exec sleep 20; sleep 30"], 20),
    (["sh", "-c", "sleep 20; exit 0; sleep 30"], 20),
    (["sh", "-c", "X=1 sleep 20 2>&1 >/dev/null"], 20),
    (["sh", "-c", "timeout 10 sleep 30; timeout 5s curl localhost; sleep 3"], 13),
    (["timeout", "-s", "KILL", "60", "sleep", "30"], 30),
    (["env", "X=1", "sleep", "30"], 30),
    (["bash", "-euxo", "pipefail", "-c", "sleep 30"], 30),
    (["sh", "-c", "bash -c 'sleep 10; sleep 5'; sleep 1m"], 75),
    (["sh", "-c", "eval 'sleep 5'; sleep 5"], 10),
    (["sh", "-c", "echo 'sleep 100'; sleep 5"], 5),
    (["sh", "-c", "date > /run/sleep; sleep 5"], 5),
    (["sh", "-c", "kill -TERM $(pidof nginx); sleep 5"], 5),
    (["sh", "-c", "python3 -c 'import time; time.sleep(5)'; sleep 5"], 10),
    (["perl", "-e", "sleep 10"], 10),
    (["sh", "-c", "kill -TERM 1 && sleep 30"], 30),
    (["timeout", "-t", "5", "sleep", "30"], 5),
    (["nice", "-n", "5", "sleep", "30"], 30),
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
    ["sh", "-c", "echo sleep 30"],
    ["sh", "-c", "[ -f /x ] && sleep 30"],
    ["sh", "-c", "! pgrep app && sleep 30"],
    ["sh", "-c", "curl localhost || { sleep 5; }; sleep 30"],
    ["sh", "-c", "if true; then\n  while true; do sleep 1; done\nfi"],
    ["sh", "-c", "case $X in a) sleep 5;; esac"],
    ["sh", "-c", "wait_for() { sleep 5; }; wait_for"],
    ["sh", "-c", "sleep 10 & wait"],
    ["sh", "-c", "sleep 30 &"],
    ["sh", "-c", "X=$(sleep 5; date); sleep 5"],
    ["sh", "-c", "sleep ${DELAY:-30}"],
    ["sh", "-c", "sleep 5 $MORE"],
    ["sh", "-c", "sleep 5m30s"],
    ["sh", "-c", "sleep"],
    ["sh", "-c", "su-exec nobody sleep 5"],
    ["sh", "-c", "cat <<EOF\nsleep 5\nEOF"],
    ["sh", "-c", "sleep 5 'unclosed"],
    ["sh", "-c", "(sleep 5"],
    ["sh", "/drain.sh", "sleep", "5"],
    ["python", "-c", "import time\nfor i in range(3): time.sleep(5)"],
    ["sh", "-c", "x;" * 20_000 + "sleep 5"],
    ["sh", "-c", "(" * 3000 + "sleep 5" + ")" * 3000],
]


@pytest.mark.parametrize(("command", "seconds"), KNOWN, ids=str)
def test_usual_sleeps_have_their_seconds(command: list[str], seconds: float) -> None:
    """Every usual spelling is understood."""
    assert seconds_of(command) == seconds


@pytest.mark.parametrize("command", UNKNOWN, ids=str)
def test_other_commands_have_no_known_seconds(command: list[str]) -> None:
    """What cannot be told from the text is not guessed."""
    assert seconds_of(command) is None
