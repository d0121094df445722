"""Converts a CLB Service to an NLB Service: the annotations, the YAML, the subjects of rules about moves."""
