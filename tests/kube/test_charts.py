"""Values of charts: their annotations are judged by key and value, wherever they stand, and by nothing else."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from clblint.kube.manifest import read_manifest
from clblint.source.text import Source
from tests.effort import lines_run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.kube.conftest import Found

    Make = Callable[[int], str]

DOMAIN = "service.beta.kubernetes.io/"
KEY = DOMAIN + "alibaba-cloud-loadbalancer-"
ESCAPED = KEY.replace(".", "\\.")
WRONG = f"{KEY}scheduler: RR"
INVALID, UNKNOWN, NOT_TEXT = "invalid-annotation-value", "unknown-annotation", "annotation-not-a-string"


def _application(helm: str, source: str = "source") -> str:
    item = "- " if source == "sources" else "  "
    return (
        "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: gateway, namespace: argocd}\n"
        f"spec:\n  {source}:\n  {item}repoURL: https://charts.example.com\n    helm:\n{indent(dedent(helm), ' ' * 6)}"
    )


def _release(values: str) -> str:
    return (
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: gateway, namespace: infra}\n"
        f"spec:\n  interval: 1h\n  values:\n{indent(dedent(values), ' ' * 4)}"
    )


def _rendered(patch: str) -> str:
    return (
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: gateway, namespace: infra}\n"
        "spec:\n  interval: 1h\n  postRenderers:\n  - kustomize:\n      patches:\n"
        f"      - target: {{kind: Service}}\n        patch:{patch.rstrip()}\n"
    )


def _patched(*annotations: str) -> str:
    lines = "".join(f"              {line}\n" for line in annotations)
    return _rendered(
        " |\n          apiVersion: v1\n          kind: Service\n          metadata:\n            name: gateway\n"
        f"            annotations:\n{lines}"
    )


# In each, the wrong value stands where WRONG is.
LAYOUTS = {
    "ingress-nginx": f"""\
        controller:
          replicaCount: 2
          service:
            externalTrafficPolicy: Local
            annotations:
              {WRONG}
            internal:
              enabled: true
              annotations:
                {KEY}address-type: intranet
    """,
    "ingress-nginx, its internal Service": f"""\
        controller: {{service: {{internal: {{enabled: true, annotations: {{{WRONG}}}}}}}}}
    """,
    "a chart around ingress-nginx": f"""\
        ingress-nginx:
          controller:
            service:
              annotations:
                {WRONG}
    """,
    "istio gateway": f"""\
        service:
          type: LoadBalancer
          ports: [{{name: http2, port: 80, targetPort: 80}}]
          annotations:
            {WRONG}
        podAnnotations: {{}}
    """,
    "an older istio": f"""\
        gateways:
          istio-ingressgateway:
            serviceAnnotations:
              {WRONG}
    """,
    "traefik": f"""\
        service:
          annotations: {{}}
          annotationsTCP:
            {WRONG}
    """,
    "kong": f"""\
        proxy:
          type: LoadBalancer
          annotations:
            {WRONG}
    """,
    "apisix": f"""\
        service: {{type: LoadBalancer, annotations: {{{WRONG}}}}}
    """,
    "higress": f"""\
        higress-core:
          gateway:
            service:
              annotations:
                {WRONG}
    """,
    "a text, as of vault": f"""\
        server:
          service:
            annotations: |
              {WRONG}
    """,
    "several Services of one annotated chart": f"""\
        annotations:
          external:
            {WRONG}
    """,
    "helmfile": f"""\
        releases:
        - name: gateway
          values:
          - service:
              annotations:
                {WRONG}
    """,
    "an anchor": f"""\
        x: &lb
          {WRONG}
        service: {{annotations: *lb}}
    """,
    "a merge": f"""\
        x: &lb
          {WRONG}
        service:
          annotations:
            <<: *lb
            {KEY}address-type: intranet
    """,
    "quoted keys": f"""\
        "service": {{"annotations": {{"{KEY}scheduler": "RR"}}}}
    """,
    "with templates for the chart to render": f"""\
        host: "{{{{ .Release.Name }}}}.example.com"
        service:
          annotations:
            external-dns/hostname: "{{{{ include \\"host\\" . }}}}"
            {WRONG}
    """,
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("name", ["values.yaml", "values-prod.yaml", "prod.yml"])
def test_a_wrong_value_is_found_where_it_stands(found: Found, name: str, layout: str) -> None:
    text = dedent(layout)
    (finding,) = found({name: text})
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "RR" in line)
    column = text.splitlines()[line - 1].index("RR") + 1
    assert finding.rule == INVALID
    assert not finding.object
    quoted = text.splitlines()[line - 1][column - 2] == '"'
    assert finding.place.span[:2] == (line, column - quoted)


CARRIERS = {
    "HelmRelease": _release(f"controller: {{service: {{annotations: {{{WRONG}}}}}}}\n"),
    "valuesObject": _application(f"valuesObject: {{service: {{annotations: {{{WRONG}}}}}}}\n"),
    "one of several sources": _application(f"valuesObject: {{service: {{annotations: {{{WRONG}}}}}}}\n", "sources"),
    "a text": _application(f"""\
        values: |
          # the gateway
          service:
            annotations:
              {WRONG}
    """),
    "a text with an indentation of its own": _application(f"""\
        values: |2-
            service:
              annotations: {{{WRONG}}}
    """),
    "a text of several documents": _application(f"""\
        values: |
          a: 1
          ---
          serviceAnnotations: {{{WRONG}}}
    """),
    "a text in a text": _application(f"""\
        values: |
          server:
            annotations: |
              {WRONG}
    """),
    "a patch": _patched("a: b", WRONG),
    "operations in a text": _rendered(
        f" |-\n          - {{op: add, path: /metadata/annotations/{KEY.replace('/', '~1')}scheduler, value: RR}}"
    ),
    "operations": _rendered(
        f"\n        - op: replace\n          path: /metadata/annotations/{KEY.replace('/', '~1')}scheduler\n"
        "          value: RR\n"
    ),
    "k3s": (
        "apiVersion: helm.cattle.io/v1\nkind: HelmChartConfig\nmetadata: {name: traefik}\nspec:\n"
        f"  valuesContent: |-\n    service:\n      annotations:\n        {WRONG}\n"
    ),
    "a chart in a kustomization": (
        f"helmCharts:\n- name: gateway\n  valuesInline: {{service: {{annotations: {{{WRONG}}}}}}}\n"
    ),
    "a parameter": _application(f"""\
        parameters:
        - name: controller.service.annotations.{ESCAPED}scheduler
          value: RR
    """),
    "a parameter in quotes": _application(f"""\
        parameters:
        - {{name: "service.annotations.{ESCAPED.replace(chr(92), chr(92) * 2)}scheduler", value: RR}}
    """),
}


@pytest.mark.parametrize("text", CARRIERS.values(), ids=CARRIERS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_wrong_value_is_found_in_what_carries_values(found: Found, text: str, line_end: str) -> None:
    name = "kustomization.yaml" if "helmCharts" in text else "app.yaml"
    (finding,) = found({name: text.replace("\n", line_end)})
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "RR" in line)
    assert finding.rule == INVALID
    assert finding.object.endswith(("/gateway", "/traefik")) or name != "app.yaml"
    column = text.splitlines()[line - 1].index("RR") + 1
    assert finding.place.span == (line, column, line, column + 2)


def test_a_wrong_key_of_a_parameter_is_its_path(found: Found) -> None:
    name = f"service.annotations.{ESCAPED}adress-type"
    (finding,) = found({"app.yaml": _application(f"parameters:\n- name: {name}\n  value: intranet\n")})
    assert (finding.rule, finding.edits) == (UNKNOWN, ())
    assert finding.place.span == (9, 15, 9, 15 + len(name))


SILENT = {
    "somebody else's values": "replicas: 2\nservice: {type: LoadBalancer, annotations: {a.example.com/b: c}}\n",
    "values of another cloud": f"service: {{annotations: {{{DOMAIN}aws-load-balancer-type: nlb}}}}\n",
    "a storage class": "persistence: {storageClass: alicloud-disk-essd, annotations: {a: alibaba-cloud-x}}\n",
    "labels": f"service: {{labels: {{{WRONG}}}}}\n",
    "annotations of pods": f"podAnnotations: {{{WRONG}}}\nserver: {{pod_annotations: {{{WRONG}}}}}\n",
    "a comment": f"service:\n  annotations: {{}}\n  # annotations:\n  #   {WRONG}\n",
    "another text": f"service:\n  annotations: {{}}\nnotes: |\n  annotations:\n    {WRONG}\n",
    "a text that is no YAML": f"service:\n  annotations: |\n    {{{{ toYaml .x }}}}: {{{{\n    {WRONG}\n",
    "a schema of values": f"properties: {{annotations: {{properties: {{{KEY}shceduler: {{type: string}}}}}}}}\n",
    "a list": f"service: {{annotations: ['{WRONG}']}}\n",
    "an empty default": f'service: {{annotations: {{{KEY}id: ""}}}}\n',
    "a default that is taken away": f"service: {{annotations: {{{KEY}id: null, {KEY}spec: }}}}\n",
    "a variable": f'service: {{annotations: {{{KEY}scheduler: "${{SCHEDULER}}"}}}}\n',
    "a template": f'service: {{annotations: {{{KEY}scheduler: "{{{{ .Values.scheduler }}}}"}}}}\n',
    "a key that is a template": f'service: {{annotations: {{"{KEY}{{{{ .Values.key }}}}": "${{X}}"}}}}\n',
    "what another file may complete": f'service: {{annotations: {{{KEY}health-check-interval: "60"}}}}\n',
    "a CLB that cannot be": (
        f"service: {{type: ClusterIP, annotations: {{{KEY}spec: slb.s1.small, {KEY}charge-type: paybybandwidth, "
        f'{KEY}vswitch-id: vsw-1a2b3c, {KEY}acl-status: "on"}}}}\n'
    ),
    "both kinds of load balancers": (
        f'service: {{annotations: {{{KEY}zone-maps: "a:b,c:d", {KEY}spec: slb.s1.small}}}}\n'
    ),
    "a class that is a variable": (
        f'service: {{loadBalancerClass: "${{CLASS}}", annotations: {{{KEY}spec: slb.s1.small}}}}\n'
    ),
    "nothing but a list": f"- service: {{annotations: {{{WRONG}}}}}\n",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
@pytest.mark.parametrize("name", ["values.yaml", "other.yaml"])
def test_what_is_no_fault_or_no_annotation_is_silent(found: Found, name: str, text: str) -> None:
    assert found({name: text}) == []


@pytest.mark.parametrize("text", [SILENT["an empty default"], SILENT["a default that is taken away"]])
def test_a_release_may_take_a_default_away(found: Found, text: str) -> None:
    assert found({"release.yaml": _release(text)}) == []


def test_a_patch_makes_texts_and_may_take_annotations_away(found: Found) -> None:
    patch = _patched(f"{KEY}bandwidth: 80", f"{KEY}spec: null", f"{KEY}connection-drain: on")
    assert found({"release.yaml": patch}) == []


SAID = {
    f"{KEY}adress-type: intranet": UNKNOWN,
    f"{KEY}persistence-time: '1800'": "dead-annotation",
    f"{DOMAIN}alibabacloud-loadbalancer-spec: slb.s1.small": UNKNOWN,
    f"{DOMAIN}aliyun-loadbalancer-spec: slb.s1.small": UNKNOWN,
    f"{DOMAIN}alicloud-loadbalancer-scheduler: wrr": "legacy-annotation-prefix",
    f"{DOMAIN}backend-type: EIN": INVALID,
    f"{KEY}charge-type: PayByTraffic": INVALID,
    f'{KEY}scheduler: "wrr "': "value-whitespace",
    f'{KEY}bandwidth: "a lot"': INVALID,
    f'{KEY}idle-timeout: "0"': "int-zero-ignored",
    f"{KEY}id: lb-xxxxxxxx": "placeholder-left",
    f"{KEY}additional-resource-tags: '=x'": "tags-malformed",
    f'{KEY}preserve-lb-on-delete: "false"': "preserve-not-switched-off",
    f"{KEY}connection-drain: on": NOT_TEXT,
    f"{KEY}connection-drain-timeout: 30": NOT_TEXT,
    f"{KEY}scheduler: wrr\n    {KEY}scheduler: rr": "duplicate-key",
    f"{KEY}scheduler: wrr\n    {DOMAIN}alicloud-loadbalancer-scheduler: rr": "legacy-key-shadowed",
}


@pytest.mark.parametrize("lines", SAID)
def test_faults_of_keys_and_values_are_reported(found: Found, lines: str) -> None:
    findings = found({"values.yaml": f"service:\n  annotations:\n    {lines}\n"})
    assert [finding.rule for finding in findings] == [SAID[lines]]
    assert findings[0].place.span.line == 3 + lines.count("\n")


def test_what_is_merged_is_judged_where_it_counts(found: Found) -> None:
    """An older name in a merged mapping has its present name beside it where the mapping is used."""
    old, new = f"{DOMAIN}alicloud-loadbalancer-scheduler: wrr", f"{KEY}scheduler: rr"
    text = f"x: &lb {{{old}}}\nservice:\n  annotations:\n    <<: *lb\n    {new}\n"
    (finding,) = found({"values.yaml": text})
    assert (finding.rule, finding.place.span.line) == ("legacy-key-shadowed", 1)


def test_metadata_without_an_object_is_judged_once(found: Found) -> None:
    (finding,) = found({"fragment.yaml": f"metadata:\n  annotations:\n    {KEY}connection-drain: on\n"})
    assert (finding.rule, finding.severity.label) == (NOT_TEXT, "warning")


def test_a_class_beside_the_annotations_tells_the_kind(found: Found) -> None:
    nlb = "loadBalancerClass: alibabacloud.com/nlb"
    spec, maps = f"{KEY}spec: slb.s1.small", f'{KEY}zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"'
    for values in (
        f"service:\n  {nlb}\n  annotations:\n    {spec}\n    {maps}\n",
        f"service:\n  spec: {{{nlb}}}\n  annotations:\n    {spec}\n    {maps}\n",
    ):
        (finding,) = found({"values.yaml": values})
        assert (finding.rule, finding.place.span.line) == ("clb-annotation-on-nlb", 4)
        ((place, _),) = finding.unpacked_details.because
        assert place.span.line == 2
    elsewhere = f"service:\n  annotations:\n    {spec}\n    {maps}\ninternal: {{{nlb}}}\n"
    assert found({"values.yaml": elsewhere}) == []


def test_other_keys_that_are_set_twice_are_the_business_of_the_chart(found: Found) -> None:
    text = f"a: 1\na: 2\nservice: {{annotations: {{{KEY}scheduler: wrr, x: a, x: b}}}}\n"
    assert found({"values.yaml": text}) == []


@pytest.mark.parametrize(
    ("more", "said"), [("", [9]), ("\n  forceString: false", [9]), ("\n  forceString: true", [])], ids=str
)
@pytest.mark.parametrize("value", ["true", "FALSE", "0", "30", "-1"])
def test_helm_makes_a_boolean_or_a_number_of_a_parameter(found: Found, value: str, more: str, said: list[int]) -> None:
    name = f"service.annotations.{ESCAPED}name"
    text = _application(f"parameters:\n- name: {name}\n  value: '{value}'{more}\n")
    assert [finding.place.span.line - 1 for finding in found({"app.yaml": text}, NOT_TEXT)] == said


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("set", "5", [5]), ("set", "true", [5]), ("set", "on", []), ("setString", "5", []), ("setString", "true", [])],
)
def test_helmfile_hands_parameters_over_as_they_are_written(
    found: Found, field: str, value: str, said: list[int]
) -> None:
    name = f"service.annotations.{ESCAPED}name"
    text = f"releases:\n- name: gateway\n  {field}:\n  - name: {name}\n    value: {value}\n"
    assert [finding.place.span.line for finding in found({"helmfile.yaml": text}, NOT_TEXT)] == said


@pytest.mark.parametrize("value", ["on", "030", "null", "1.5", "9" * 30, "slb.s1.small"])
def test_other_texts_of_parameters_stay_texts(found: Found, value: str) -> None:
    name = f"service.annotations.{ESCAPED}name"
    assert found({"app.yaml": _application(f"parameters: [{{name: '{name}', value: '{value}'}}]\n")}, NOT_TEXT) == []


def test_an_older_name_is_not_renamed_by_safe_fixes_where_values_are_merged(found: Found) -> None:
    text = f"service: {{annotations: {{{DOMAIN}alicloud-loadbalancer-scheduler: wrr}}}}\n"
    for made in (text, _release(text)):
        (finding,) = found({"values.yaml": made})
        assert finding.edits
        assert not finding.safe


def test_values_are_no_objects_for_others(found: Found) -> None:
    """They have no ports, pods or names, and no Service is missing or given twice for them."""
    values = f"service: {{type: LoadBalancer, annotations: {{{KEY}scheduler: wrr}}}}\n"
    service = (
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: web, annotations: {{{KEY}scheduler: wrr}}}}\n"
        "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}\n"
    )
    alone = found({"web.yaml": service})
    assert found({"web.yaml": service, "values.yaml": values, "more/values.yaml": values}) == alone


def test_values_beside_an_object_in_one_file(found: Found) -> None:
    text = f"apiVersion: v1\nkind: Namespace\nmetadata: {{name: a}}\n---\nservice:\n  annotations:\n    {WRONG}\n"
    (finding,) = found({"all.yaml": text})
    assert (finding.rule, finding.place.span.line) == (INVALID, 7)


def test_a_file_that_cannot_be_rendered_or_read_stays_one(found: Found) -> None:
    assert (
        found({"templates/service.yaml": f"{{{{- if .Values.x }}}}\nannotations:\n  {WRONG}\n{{{{- end }}}}\n"}) == []
    )
    (finding,) = found({"other.yaml": f"annotations: {{{WRONG}\n"})
    assert finding.rule == "yaml-syntax"
    assert found({"values.yaml": f"annotations: {{{WRONG}\n"}) == []
    (finding,) = found({"values.yaml": f"annotations: {{{WRONG}}}\n---\na: {{b\n"})
    assert finding.rule == INVALID


@pytest.mark.parametrize("text", [*LAYOUTS.values(), *SILENT.values()], ids=[*LAYOUTS, *SILENT])
def test_the_quick_look_misses_nothing(text: str) -> None:
    source = Source("values.yaml", dedent(text).encode())
    assert len(read_manifest(source).values) == len(read_manifest(source, prefilter=False).values)


def _many(count: int) -> str:
    return "".join(f"s{number}: {{annotations: {{{WRONG}}}}}\n" for number in range(count))


def _deep(count: int) -> str:
    return "".join(f"{' ' * level}annotations:\n" for level in range(count)) + f"{' ' * count}{WRONG}\n"


def _merged(count: int) -> str:
    wide = "".join(f"  k{number}: v\n" for number in range(count))
    return f"x: &x\n  {WRONG}\n{wide}" + "".join(f"s{number}: {{annotations: {{<<: *x}}}}\n" for number in range(count))


def _shared(count: int) -> str:
    more = (f"a{number}: &a{number} [*a{number - 1}, *a{number - 1}]\n" for number in range(1, count))
    return f"annotations:\n  a0: &a0 {{{WRONG}}}\n" + "".join(f"  {line}" for line in more)


def _texts(count: int) -> str:
    lines = "".join(f"{' ' * level}annotations: |\n" for level in range(count)) + f"{' ' * count}{WRONG}\n"
    return f"apiVersion: x.example.com/v1\nkind: X\nspec:\n  values: |\n{indent(lines, '    ')}"


def _set(count: int) -> str:
    return "set:\n" + "".join(f"- {{name: annotations.{ESCAPED}name{number}, value: x}}\n" for number in range(count))


@pytest.mark.parametrize("make", [_many, _merged, _shared, _set, _texts], ids=lambda one: one.__name__)
def test_the_work_grows_with_the_text(make: Make) -> None:
    counts = (25, 50) if make is _shared else (200, 400)
    small, large = (Source("x.yaml", make(count).encode()) for count in counts)
    work = [lines_run(lambda one=one: read_manifest(one)) for one in (small, large)]  # type: ignore[misc]
    length = len(large.text) / len(small.text)
    assert work[1] < 1.3 * length * work[0]


@pytest.mark.parametrize("make", [_many, _deep, _merged, _shared, _texts, _set], ids=lambda one: one.__name__)
@pytest.mark.parametrize("count", [3, 40, 700])
def test_hostile_values_are_read(found: Found, make: Make, count: int) -> None:
    assert found({"x.yaml": make(count)}, INVALID, UNKNOWN, "yaml-syntax") or (make is _texts and count > 3)
