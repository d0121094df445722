"""Predicts which fields of a Service the API server refuses, with its error messages."""
