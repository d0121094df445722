"""A suppression names a rule that does not exist, or is not understood.

It suppresses nothing: a rule that is misspelt is reported as before, and so is one whose suppression stands where it
does not count. The forms are `ignore[...]`, `ignore-object[...]` and, before the first document, `ignore-file[...]`;
in the brackets stand names of rules and packs, globs, or `all`.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Cluster  # clblint: ignore[local-wihtout-wrr] one pod a node  # <- here
  ports: [{port: 80}]  # clblint: ignore public-by-default  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
# clblint: ignore-file[public-by-default] too late  # <- here
metadata: {name: web, annotations: {clblint.io/ignored: all}}  # <- here
spec: {type: ClusterIP, ports: [{port: 80}]}
```

```yaml good
# clblint: ignore-file[pre-stop-missing, reuse-*] made by the platform team
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # clblint: ignore[local-without-wrr] one pod a node
  ports: [{port: 80}]
```

Sources: docs/suppressions.md
"""

from __future__ import annotations

from clblint.api import N_, Problems, Severity, Suppression, UnknownName, problem, rule

_SEEN = N_("what it was meant for is still reported")
FAULTS = {
    "form": (
        N_("{written} is not a suppression that clblint understands: it suppresses nothing"),
        N_("write # clblint: ignore[rule] reason, or ignore-object[...], or ignore-file[...]"),
    ),
    "rules": (
        N_("{written} names no rule: it suppresses nothing"),
        N_("name the rules that it is for, or take it out"),
    ),
    "place": (
        N_("ignore-file counts only before the first document: here it suppresses nothing"),
        N_("move it to the top of the file, or write ignore-object[...]"),
    ),
    "key": (
        N_("clblint reads no annotation {written}: it suppresses nothing"),
        N_("write clblint.io/ignore, and clblint.io/ignore-reason beside it"),
    ),
}


@rule("unknown-suppression", on=Suppression, severity=Severity.WARNING, since="0.2")
def check(suppression: Suppression) -> Problems:
    """Report what is not understood."""
    if suppression.fault:
        message, fix = FAULTS[suppression.fault]
        written = suppression.written
        yield problem(message, suppression, written=written, seen=_SEEN, fix=fix, subject=written)


@check.also(on=UnknownName)
def unknown(unknown: UnknownName) -> Problems:
    """Report a name that no rule answers to."""
    name, nearest = unknown.name, unknown.nearest
    yield problem(
        "no rule or pack is called {name}: it suppresses nothing",
        name,
        name=name.text,
        nearest=nearest,
        seen=_SEEN,
        fix="write {nearest}, or take {name} out" if nearest else "take {name} out; clblint rules lists the rules",
        subject=name.text,
    )
