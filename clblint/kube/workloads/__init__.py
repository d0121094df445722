"""Reads workloads: pod templates, scheduling constraints, scaling, preStop hooks, resources that make pods."""
