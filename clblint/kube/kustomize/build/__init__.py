"""Builds kustomizations in memory, as `kubectl kustomize` does, with the places that each value of the result comes from."""
