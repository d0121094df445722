"""Predicts which fields of a Service or a workload the API server refuses, with its error messages."""
