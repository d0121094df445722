"""The cluster: what is declared about it, what manifests say of it, and which objects are applied to the same one."""
