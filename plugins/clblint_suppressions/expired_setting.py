"""A setting for paths or objects has ended.

It has a last day (`until`), and that day is over: the setting is left out, and what it kept out of the report is
reported again. Settings end so that somebody looks again. The day is that of UTC.

```yaml bad
# file: .clblint.yaml
paths:
- {match: "legacy/**", ignore: [local-without-wrr], reason: retired in winter, until: 2025-12-31}  # <- here
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: .clblint.yaml
paths:
- {match: "legacy/**", ignore: [local-without-wrr], reason: retired in spring, until: 2999-12-31}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: docs/configuration.md
"""

from __future__ import annotations

from clblint.api import ExpiredSetting, Problems, Severity, problem, rule


@rule("expired-setting", on=ExpiredSetting, severity=Severity.WARNING, since="0.2")
def check(setting: ExpiredSetting) -> Problems:
    """Report the day."""
    yield problem(
        "the setting for {target} ended on {until} and is left out ({reason})"
        if setting.reason
        else "the setting for {target} ended on {until} and is left out",
        setting,
        target=setting.target,
        until=setting.until,
        reason=setting.reason,
        seen="what it kept out of the report is reported again",
        fix="take the setting out, or look into it again and write another day",
        subject=setting.target,
    )
