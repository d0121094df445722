"""Kustomize: reads kustomizations and patches, and computes how each root changes the files that it builds."""
