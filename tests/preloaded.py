"""Runs of the command in processes that have its modules already: all else of a run is that of `python -m clblint`.

To import them takes three times as long as to check a few files. So one process imports them, and each run is a fork of
it, with its own folder, environment and streams. Tests of how the command starts use `subprocess`.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

_SECONDS = 600  # no run takes so long
# Variables of Python that change nothing here; tests run with a UTF-8 locale.
_SAME = frozenset({"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONUTF8"})
_LONGEST = 1 << 20  # bytes of arguments and environment
# What a run over two manifests imports.
_MODULES = """
import sys
from clblint.cli.main import main
main(["--no-cache", "--format", "json", "a.yaml"])
main(["--no-cache", "."])
print("\\0", *[name for name in sys.modules if name.partition(".")[0].startswith("clblint")])
"""
_SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, externalTrafficPolicy: Local, selector: {app: web}, ports: [{port: 80}]}
"""
_WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: b}]}}
"""


def clblint(
    arguments: tuple[str, ...], *, cwd: Path, env: dict[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run the command, and give what it wrote and its exit code, as `subprocess.run` does."""
    asks_python = any(name.startswith("PYTHON") and name not in _SAME for name in env)  # which it reads as it starts
    if asks_python or not hasattr(socket, "send_fds"):  # as on Windows
        command = [sys.executable, "-m", "clblint", *arguments]
        return subprocess.run(
            command, cwd=cwd, env=env, input=stdin, capture_output=True, check=False, timeout=_SECONDS
        )
    streams = [os.pipe() for _ in range(3)]
    given, given_by = streams[0]
    ours, theirs = [streams[1][0], streams[2][0]], [given, streams[1][1], streams[2][1]]
    connection, process = _server()
    request = json.dumps({"arguments": arguments, "folder": os.fspath(cwd), "environment": env}).encode()
    with ThreadPoolExecutor(3) as threads:
        threads.submit(_write, given_by, stdin)
        written = [threads.submit(_read, end) for end in ours]
        try:
            try:
                socket.send_fds(connection, [request], theirs)
            finally:
                for end in theirs:
                    os.close(end)
            code = int(connection.recv(100))
        except (
            OSError,
            ValueError,
        ):  # it hangs, or has ended: without an end of its run the threads would wait for ever
            _end(process, connection)
            raise
        out, err = (one.result() for one in written)
    return subprocess.CompletedProcess(["clblint", *arguments], code, out, err)


def as_text(ran: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    """The same with what it wrote as text."""
    out, err = (io.TextIOWrapper(io.BytesIO(data), encoding="utf-8").read() for data in (ran.stdout, ran.stderr))
    return subprocess.CompletedProcess(ran.args, ran.returncode, out, err)


def _write(end: int, data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), open(end, "wb") as stream:
        stream.write(data)


def _read(end: int) -> bytes:
    with open(end, "rb") as stream:
        return stream.read()


@cache
def _server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that has imported the modules, which ends with this one, and the connection to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(_SECONDS)
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        ours.setsockopt(socket.SOL_SOCKET, option, _LONGEST)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            env={name: value for name, value in os.environ.items() if not name.startswith(("CLBLINT_", "PYTHON"))},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # so that its runs can be ended with it
        )
    atexit.register(_end, process, ours)
    return ours, process


def _end(process: subprocess.Popen[bytes], connection: socket.socket) -> None:
    """End a process with its run; the next run begins another one."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    connection.close()
    _server.cache_clear()


def _serve(connection: socket.socket) -> None:
    """Run the command for each request, one after the other, until there is nobody who asks."""
    for name in _modules():
        importlib.import_module(name)
    gc.freeze()
    while True:
        request, streams, _, _ = socket.recv_fds(connection, _LONGEST, 3)
        if not request:
            return
        run = os.fork()
        if not run:
            connection.close()
            _run(streams, **json.loads(request))
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(run, 0)
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def _modules() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.yaml").write_text(_SERVICE, encoding="utf-8")
        Path(folder, "b.yaml").write_text(_WORKLOAD, encoding="utf-8")
        command = [sys.executable, "-c", _MODULES]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=True, encoding="utf-8")
    return done.stdout.rpartition("\0")[2].split()


def _run(streams: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Run the command in this process, as `python -m clblint` begins it."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path.insert(0, folder)
    sys.argv[1:] = arguments
    runpy.run_module("clblint", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    del sys.path[0]  # the folder of this file
    _serve(socket.socket(fileno=int(sys.argv[1])))
