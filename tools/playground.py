"""The playground of the site: `python -m tools.playground FOLDER` builds it, `... serve` shows it.

It is clblint itself in the browser: the wheel that would be published, those it needs, and Pyodide, which runs them.
What comes from registries is pinned with hashes in `playground/`, and kept in `playground/node_modules` and
`build/playground`, so that it is loaded once. Everything is served with the page.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import partial
from glob import glob
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(ROOT, "playground")
_KEPT = os.path.join(ROOT, "build", "playground")
_PYTHON = "3.14"  # that of Pyodide
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PAGE = ("index.html", "play.css")
_DATE = (1980, 1, 1, 0, 0, 0)  # the same modules make the same archive, whenever it is made
_EXAMPLES = {  # by name: files of the tree, from its root
    "gateway": ("examples/gateway-service.yaml", "examples/gateway-deployment.yaml", "examples/search.yaml"),
    "nlb": ("playground/examples/nlb/web.yaml", "playground/examples/nlb/.clblint.yaml"),
    "inventory": ("playground/examples/inventory/web.yaml", "playground/examples/inventory/inventory.json"),
    "snapshot": ("examples/snapshots/no-answer.json.gz",),
}
_UNUSED = ("jsonschema/benchmarks/", "jsonschema/tests/", "referencing/tests/", "jsonschema_specifications/tests/")


def build(folder: str, wheel: str = "") -> None:
    """Build the page into a folder; from a wheel of clblint that is there already, if one is given."""
    modules = node_modules()
    os.makedirs(folder, exist_ok=True)
    for name in _PAGE:
        shutil.copy(os.path.join(SOURCE, name), folder)
    archive = _archive(folder, wheel)
    pyodide = _copy_pyodide(modules, folder)
    _bundle(modules, folder, {"MODULES": archive, "PYODIDE": pyodide})


def node_modules() -> str:
    """The packages of `package-lock.json`, installed if they are not there or others are."""
    folder = os.path.join(SOURCE, "node_modules")
    lock = _digest_of(os.path.join(SOURCE, "package-lock.json"))
    stamp = os.path.join(folder, ".lock-digest")
    if not (os.path.exists(stamp) and _text_of(stamp) == lock):
        _run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=SOURCE)
        with open(stamp, "w", encoding="utf-8") as stream:
            stream.write(lock)
    return folder


def _wheels() -> list[str]:
    """The wheels of `requirements.txt`, loaded if they are not there or others are."""
    wanted = os.path.join(SOURCE, "requirements.txt")
    folder = os.path.join(_KEPT, f"wheels-{_digest_of(wanted)[:12]}")
    if not os.path.isdir(folder):
        os.makedirs(_KEPT, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_KEPT) as loading:
            pip = ("-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
            only = ("--only-binary=:all:", "--python-version", _PYTHON)
            _run(sys.executable, *pip, *only, "--dest", loading, "--requirement", wanted)
            shutil.copytree(loading, folder)
    return sorted(glob(os.path.join(folder, "*.whl")))


def _archive(folder: str, wheel: str) -> str:
    """Write all modules of Python as one archive, which is named by what it holds; returns its name."""
    with tempfile.TemporaryDirectory() as made:
        own = wheel or _own_wheel(made)
        contents = {name: data for path in (*_wheels(), own) for name, data in _members(path)}
    for path in glob(os.path.join(SOURCE, "python", "*.py")):
        contents[os.path.basename(path)] = _bytes_of(path)
    target = os.path.join(folder, "modules.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            archive.writestr(zipfile.ZipInfo(name, _DATE), contents[name], zipfile.ZIP_DEFLATED, 9)
    name = f"modules-{_digest_of(target)[:12]}.zip"
    os.replace(target, os.path.join(folder, name))
    return name


def _own_wheel(folder: str) -> str:
    _run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=ROOT)
    return glob(os.path.join(folder, "*.whl"))[0]


def _members(wheel: str) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as archive:
        return [(name, archive.read(name)) for name in archive.namelist() if not name.startswith(_UNUSED)]


def _copy_pyodide(modules: str, folder: str) -> str:
    """Copy Pyodide into a folder that is named by its version; returns the name."""
    source = os.path.join(modules, "pyodide")
    name = f"pyodide-{json.loads(_text_of(os.path.join(source, 'package.json')))['version']}"
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    for file in _PYODIDE:
        shutil.copy(os.path.join(source, file), os.path.join(folder, name))
    return name


def _bundle(modules: str, folder: str, names: dict[str, str]) -> None:
    """Make a script of the page, and one of its worker."""
    with tempfile.TemporaryDirectory() as made:
        examples = os.path.join(made, "examples.json")
        with open(examples, "w", encoding="utf-8") as stream:
            json.dump(_examples(), stream)
        defined = [f"--define:{name}={json.dumps(value)}" for name, value in names.items()]
        options = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning")
        entries = [os.path.join(SOURCE, "src", f"{name}.ts") for name in ("main", "worker")]
        esbuild = os.path.join(modules, "esbuild", "bin", "esbuild")
        _run(esbuild, *entries, *options, *defined, f"--alias:examples={examples}", f"--outdir={folder}")


def _examples() -> dict[str, dict[str, str]]:
    """The files of each example, by their paths in it."""
    return {name: dict(map(_file, paths)) for name, paths in _EXAMPLES.items()}


def _file(path: str) -> tuple[str, str]:
    data, name = _bytes_of(os.path.join(ROOT, path)), os.path.basename(path)
    return (name[:-3], gzip.decompress(data).decode()) if name.endswith(".gz") else (name, data.decode())


def _run(*command: str, cwd: str | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)  # noqa: S603 - programs of this build
    if done.returncode:
        message = f"{' '.join(command)}\n{done.stdout}{done.stderr}"
        raise RuntimeError(message)


def _digest_of(path: str) -> str:
    return hashlib.sha256(_bytes_of(path)).hexdigest()


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _text_of(path: str) -> str:
    return _bytes_of(path).decode()


def serve(folder: str) -> ThreadingHTTPServer:
    """A server of a folder, on a free port of this machine."""
    return ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder))


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def main(argument: str) -> None:
    """Build the page into a folder, or show it until this is interrupted."""
    if argument != "serve":
        build(argument)
        return
    with tempfile.TemporaryDirectory() as folder:
        build(os.path.join(folder, "play"))
        server = serve(folder)
        sys.stdout.write(f"http://127.0.0.1:{server.server_port}/play/\n")
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1])
