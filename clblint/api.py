"""What a pack of rules needs, and nothing else: the only module of clblint that plugins import."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

from clblint.clb.backing import Backing
from clblint.clb.model import Listener, LoadBalancer, ServerGroup
from clblint.clb.protocols import ProtocolItem
from clblint.clb.sharing import NodePort
from clblint.hooks import hookimpl
from clblint.kube.annotated import Annotation, Home
from clblint.kube.catalogue import catalogue
from clblint.kube.cluster import Cluster
from clblint.kube.fact import Fact
from clblint.kube.manifest import Broken
from clblint.kube.objects import KubeObject, Service, ServicePort
from clblint.kube.pods import Container, ContainerPort, Workload
from clblint.kube.unrendered import is_documentation as is_placeholder
from clblint.lint.problem import Problem, Reason, problem
from clblint.lint.rule import Rule, rule
from clblint.lint.severity import Severity
from clblint.report.report import Reporter

if TYPE_CHECKING:
    from types import ModuleType

__all__ = [
    "Annotation",
    "Backing",
    "Broken",
    "Cluster",
    "Container",
    "ContainerPort",
    "Fact",
    "Home",
    "KubeObject",
    "Listener",
    "LoadBalancer",
    "NodePort",
    "Problem",
    "ProtocolItem",
    "Reason",
    "Reporter",
    "Rule",
    "ServerGroup",
    "Service",
    "ServicePort",
    "Severity",
    "Workload",
    "catalogue",
    "hookimpl",
    "is_placeholder",
    "problem",
    "rule",
    "rules_in",
]


def rules_in(package: ModuleType) -> list[Rule]:
    """Every rule of the modules in a package's folder."""
    files = sorted(name for path in package.__path__ for name in os.listdir(path) if name.endswith(".py"))
    names = [name.removesuffix(".py") for name in files if not name.startswith("_")]
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    return [thing for module in modules for thing in vars(module).values() if isinstance(thing, Rule)]
