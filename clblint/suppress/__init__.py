"""Suppressions in manifests (comments, annotations) and baselines: parsing, scope, and matching with findings."""
