"""Reads Kubernetes objects from YAML nodes, and relates the objects of a project: selectors, patches, clusters."""
