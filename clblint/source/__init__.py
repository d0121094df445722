"""Bytes become nodes that know where they stand, read exactly as Kubernetes reads them."""
