"""The cluster: facts declared about it, and facts that manifests state."""
