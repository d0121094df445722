"""A Service has more ports than an NLB has listeners.

An NLB has 50 listeners, and 400 back ends in all. With Terway, ports that follow each other may be one listener
(`listener-port-range`), for back ends of type `eni`.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

On an NLB `too-many-listeners` says it.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
    - {port: 8001, name: p1}  # <- here
    - {port: 8002, name: p2}
    - {port: 8003, name: p3}
    - {port: 8004, name: p4}
    - {port: 8005, name: p5}
    - {port: 8006, name: p6}
    - {port: 8007, name: p7}
    - {port: 8008, name: p8}
    - {port: 8009, name: p9}
    - {port: 8010, name: p10}
    - {port: 8011, name: p11}
    - {port: 8012, name: p12}
    - {port: 8013, name: p13}
    - {port: 8014, name: p14}
    - {port: 8015, name: p15}
    - {port: 8016, name: p16}
    - {port: 8017, name: p17}
    - {port: 8018, name: p18}
    - {port: 8019, name: p19}
    - {port: 8020, name: p20}
    - {port: 8021, name: p21}
    - {port: 8022, name: p22}
    - {port: 8023, name: p23}
    - {port: 8024, name: p24}
    - {port: 8025, name: p25}
    - {port: 8026, name: p26}
    - {port: 8027, name: p27}
    - {port: 8028, name: p28}
    - {port: 8029, name: p29}
    - {port: 8030, name: p30}
    - {port: 8031, name: p31}
    - {port: 8032, name: p32}
    - {port: 8033, name: p33}
    - {port: 8034, name: p34}
    - {port: 8035, name: p35}
    - {port: 8036, name: p36}
    - {port: 8037, name: p37}
    - {port: 8038, name: p38}
    - {port: 8039, name: p39}
    - {port: 8040, name: p40}
    - {port: 8041, name: p41}
    - {port: 8042, name: p42}
    - {port: 8043, name: p43}
    - {port: 8044, name: p44}
    - {port: 8045, name: p45}
    - {port: 8046, name: p46}
    - {port: 8047, name: p47}
    - {port: 8048, name: p48}
    - {port: 8049, name: p49}
    - {port: 8050, name: p50}
    - {port: 8051, name: p51}
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
    - {port: 8001, name: p1}
    - {port: 8002, name: p2}
    - {port: 8003, name: p3}
    - {port: 8004, name: p4}
    - {port: 8005, name: p5}
    - {port: 8006, name: p6}
    - {port: 8007, name: p7}
    - {port: 8008, name: p8}
    - {port: 8009, name: p9}
    - {port: 8010, name: p10}
    - {port: 8011, name: p11}
    - {port: 8012, name: p12}
    - {port: 8013, name: p13}
    - {port: 8014, name: p14}
    - {port: 8015, name: p15}
    - {port: 8016, name: p16}
    - {port: 8017, name: p17}
    - {port: 8018, name: p18}
    - {port: 8019, name: p19}
    - {port: 8020, name: p20}
    - {port: 8021, name: p21}
    - {port: 8022, name: p22}
    - {port: 8023, name: p23}
    - {port: 8024, name: p24}
    - {port: 8025, name: p25}
    - {port: 8026, name: p26}
    - {port: 8027, name: p27}
    - {port: 8028, name: p28}
    - {port: 8029, name: p29}
    - {port: 8030, name: p30}
    - {port: 8031, name: p31}
    - {port: 8032, name: p32}
    - {port: 8033, name: p33}
    - {port: 8034, name: p34}
    - {port: 8035, name: p35}
    - {port: 8036, name: p36}
    - {port: 8037, name: p37}
    - {port: 8038, name: p38}
    - {port: 8039, name: p39}
    - {port: 8040, name: p40}
    - {port: 8041, name: p41}
    - {port: 8042, name: p42}
    - {port: 8043, name: p43}
    - {port: 8044, name: p44}
    - {port: 8045, name: p45}
    - {port: 8046, name: p46}
    - {port: 8047, name: p47}
    - {port: 8048, name: p48}
    - {port: 8049, name: p49}
    - {port: 8050, name: p50}
```

Sources: Alibaba Cloud, NLB, quotas and limits
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, rule

_MOST = 50
_CASE = Case(
    "{count} ports need more listeners than the {most} that an NLB takes",
    "SyncLoadBalancerFailed with an error about the quota",
    "spread the ports over several Services, or put ports that follow each other into listener-port-range",
)


@rule("migrate-quota", on=Migration, severity=Severity.NOTE, since="0.2", about=("listener-port-range",))
def check(migration: Migration) -> Problems:
    """Report too many ports, while the move is planned."""
    ports = migration.old.service.ports
    if migration.is_planned and len(ports) > _MOST:
        yield _CASE.at(ports[0].port, subject="ports", count=len(ports), most=_MOST)
