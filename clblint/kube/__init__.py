"""Nodes become Kubernetes objects, and objects a project that knows who selects whom."""
