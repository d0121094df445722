"""Workloads: their pods, where these run, how many there are, and how they end."""
