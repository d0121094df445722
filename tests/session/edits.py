"""Random edits of a project, and what a fresh run says after each: a session must never say anything else."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

from clblint.errors import UsageError
from clblint.run.inputs import InputReader, configs_of, inputs_of
from clblint.run.lint_pass import LintPass
from clblint.run.lint_settings import SettingsFactory
from clblint.run.options import Options
from clblint.run.output import parse_output
from clblint.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"

_SERVICE = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  annotations:
    {KEY}scheduler: wrrr
spec:
  type: LoadBalancer
  selector:
    app: web
  ports:
  - name: http
    port: 80
    targetPort: http
    nodePort: 30080
"""
_PODS = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      terminationGracePeriodSeconds: 30
      containers:
      - name: web
        image: web
        ports:
        - name: http
          containerPort: 8080
        lifecycle: {preStop: {exec: {command: [sleep, "20"]}}}
"""
_REUSED = f'    {KEY}id: lb-1\n    {KEY}force-override-listeners: "true"\nspec:\n'
_OTHER = _SERVICE.replace("name: web\n", "name: api\n").replace("spec:\n", _REUSED)
_OTHER = _OTHER.replace("app: web", "app: api  # 中文 😀")

_PATCH = (
    "apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: base}\nspec:\n  externalTrafficPolicy: Local\n"
)

FLUX = f"""\
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {{name: shop}}
spec:
  path: ./prod
  patches:
  - target: {{kind: Service}}
    patch: |
      - op: add
        path: /metadata/annotations/{KEY.replace("/", "~1")}scheduler
        value: wrrr
"""

PROJECT = {
    "shop/web.yaml": _SERVICE,
    "shop/pods.yaml": _PODS,
    "shop/api.yaml": "# clblint: ignore-file[invalid-annotation-value] later\n" + _OTHER,
    "shop/both.yaml": f"{_PODS.replace('web', 'both')}---\n{_SERVICE.replace('web', 'both')}",
    "base/kustomization.yaml": "resources:\n- service.yaml\n- pods.yaml\n",
    "base/service.yaml": _SERVICE.replace("namespace: shop\n", "namespace: base\n"),
    "base/pods.yaml": _PODS.replace("namespace: shop\n", "namespace: base\n"),
    "prod/kustomization.yaml": "namespace: prod\nresources:\n- ../base\npatches:\n- path: patch.yaml\n",
    "prod/patch.yaml": _PATCH,
    "test/kustomization.yaml": "namePrefix: t-\nresources:\n- ../base\n- own.yaml\n",
    "test/own.yaml": _OTHER.replace("namespace: shop\n", "namespace: base\n"),
    ".clblint.yaml": "paths:\n- match: shop/both.yaml\n  ignore: [short-grace-period]\n  reason: known\n",
    "east/.clblint.yaml": 'cluster:\n  ccm-version: "2.9.1"\n  network-plugin: terway\n',
    "east/web.yaml": _SERVICE,
    "east/pods.yaml": _PODS,
    "flux.yaml": FLUX,
    "policy.json": '{"Version": "1", "Statement": [{"Effect": "Allow", "Action": ["slb:*"], "Resource": ["*"]}]}',
}

_LINES = (
    f"    {KEY}scheduler: rr",
    f"    {KEY}protocol-port: https:443,http:80",
    f"    {KEY}cert-id: abc",
    f"    {KEY}health-check-type: tcp",
    "    service.beta.kubernetes.io/alicloud-loadbalancer-id: lb-2",
    "  loadBalancerClass: alibabacloud.com/nlb",
    "  externalTrafficPolicy: Local",
    "  # clblint: ignore[invalid-annotation-value] for now",
    "# clblint: ignore-file[short-grace-period] for now",
    "    app: web",
    "    app: api",
    "  name: web",
    "  namespace: other",
    "---",
    "  - port: 443",
    "    nodePort: 30080",
    "    half",
    "\tb: [",
    "- path: patch.yaml",
    "- ../base",
    "- service.yaml",
    "  path: ./test",
    "nameSuffix: -x",
    "replicas: 3",
    "",
    "  type: ClusterIP",
    "# 10.1.2.3 中文 😀",
)
_CONFIGURATIONS = (
    PROJECT[".clblint.yaml"],
    "",
    "pedantic: true\n",
    "severity:\n  short-grace-period: off\n",
    'cluster:\n  ccm-version: "2.12.0"\n',
    "exclude: [shop/api.yaml]\n",
    "ignore: [duplicate-service]\n",
)


_PLAIN = Options(no_cache=True, jobs=1, format=("json",))
_FEWEST = 8  # files that are left


class Editing:
    """Edits one project twice: in a session, and on disk in another folder, where fresh runs read it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - guards no secret
        self._ours, self._fresh = folder / "ours", folder / "fresh"
        for name, text in PROJECT.items():
            for root in (self._ours, self._fresh):
                _write(root / name, text)
        self._texts = dict(PROJECT)
        self._open: set[str] = set()
        self.session = Session(str(self._ours))

    def edit(self) -> str:
        """Make one edit; returns what it was."""
        edits: list[tuple[Callable[[], str], int]] = [
            (self._type, 24),
            (self._save_elsewhere, 3),
            (self._make, 2),
            (self._delete, 1),
            (self._close, 3),
            (self._configure, 1),
        ]
        chosen = self._random.choices([edit for edit, _ in edits], [weight for _, weight in edits])[0]
        return chosen()

    def differences(self) -> Iterator[str]:
        """Yield where the session says something else of an open file than a fresh run."""
        expected = fresh_findings(self._fresh)
        for name in sorted(self._open):
            found = [_said(one) for one in self.session.findings(name)]
            wanted = [_said(one) for one in expected if one.path == name]
            if found != wanted:
                yield f"{name}:\n  session: {found}\n  fresh:   {wanted}"

    def _manifest(self) -> str:
        names = [name for name in sorted(self._texts) if ".clblint" not in name]
        return self._random.choice([*names, *(name for name in names if "/" in name and not name.startswith("shop"))])

    def _type(self) -> str:
        name = (
            self._random.choice(sorted(self._open)) if self._open and self._random.random() < 0.7 else self._manifest()
        )
        text = self._changed(name)
        self._open.add(name)
        self._texts[name] = text
        _write(self._fresh / name, text)
        self.session.set_text(name, text)
        return f"type in {name}"

    def _changed(self, name: str) -> str:
        """Another text of a file: a line more, less or different, or the first text again."""
        lines = self._texts[name].splitlines()
        at = self._random.randrange(len(lines) + 1)
        way = self._random.randrange(8)
        if way == 0 and lines:
            del lines[min(at, len(lines) - 1)]
        elif way == 1 and lines:
            lines[min(at, len(lines) - 1)] = self._random.choice(_LINES)
        elif way < 5:
            return PROJECT.get(name) or self._random.choice([PROJECT[one] for one in sorted(PROJECT)])
        else:
            lines.insert(at, self._random.choice(_LINES))
        ending = self._random.choice(("\n", "\n", "\n", "\r\n"))
        return ending.join(lines) + ending

    def _save_elsewhere(self) -> str:
        name = self._manifest()
        if name in self._open:
            return f"{name} is open"
        self._texts[name] = self._changed(name)
        for root in (self._ours, self._fresh):
            _write(root / name, self._texts[name])
        self.session.reload(name)
        return f"save {name} elsewhere"

    def _make(self) -> str:
        name = self._random.choice(("shop/new.yaml", "new/web.yaml", "base/more.yaml", "test/kustomization.yml"))
        self._texts[name] = self._random.choice([PROJECT[one] for one in sorted(PROJECT)])
        _write(self._fresh / name, self._texts[name])
        self._open.add(name)
        self.session.set_text(name, self._texts[name])
        return f"make {name}, unsaved"

    def _delete(self) -> str:
        name = self._manifest()
        if len(self._texts) < _FEWEST:
            return f"keep {name}"
        for root in (self._ours, self._fresh):
            (root / name).unlink(missing_ok=True)
        del self._texts[name]
        self._open.discard(name)
        self.session.close(name)
        self.session.reload(name)
        return f"delete {name}"

    def _close(self) -> str:
        if not self._open:
            return "nothing is open"
        name = self._random.choice(sorted(self._open))
        self._open.remove(name)
        _write(self._ours / name, self._texts[name])
        self.session.close(name)
        self.session.reload(name)
        return f"save and close {name}"

    def _configure(self) -> str:
        text = self._random.choice(_CONFIGURATIONS)
        for root in (self._ours, self._fresh):
            _write(root / ".clblint.yaml", text)
        self.session.reload(".clblint.yaml")
        return f"configure {text!r}"


def fresh_findings(folder: Path, options: Options = _PLAIN) -> list[Finding]:
    """The findings of a run in a folder, without a cache, as the command line makes them."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        configs = configs_of(options)
        inputs, reader = inputs_of(options, configs), InputReader()
        reader.leave_out(inputs)
        made = LintPass(SettingsFactory(options, configs, configs.book), inputs, [parse_output("json")], None)
        return list(made(reader).findings)
    except UsageError as error:
        raise AssertionError(error) from error
    finally:
        os.chdir(before)


def _said(one: Finding) -> tuple[object, ...]:
    """What a finding says, and the fix that it has unless the object is built: such fixes are tried on demand."""
    because = [(label.place, str(label.text)) for label in one.because]
    fixes = (one.edits, one.safe, one.replacements) if not one.roots else ()
    texts = (str(one.message), str(one.seen), str(one.fix))
    return one.place, one.rule, one.severity, one.object, one.subject, texts, because, one.roots, one.home, fixes


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
