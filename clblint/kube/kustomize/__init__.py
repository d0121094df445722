"""Kustomize: what roots make of the files that they name."""
