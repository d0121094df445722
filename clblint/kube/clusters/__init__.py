"""The cluster: what is declared about it, and what manifests say of it."""
