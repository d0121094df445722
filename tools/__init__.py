"""Generators of documents, indexes and data from rules and catalogues; not installed."""
