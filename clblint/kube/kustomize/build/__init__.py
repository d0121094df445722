"""Builds kustomizations in memory, as `kubectl kustomize` does; each value knows the places that it comes from."""
