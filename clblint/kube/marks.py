"""Kinds that no object has: what is laid over an object, and what is told of the cluster."""

PATCH, FACT = "(patch)", "(fact)"
