"""Reads YAML and JSON exactly as kubectl does: from bytes to documents and trees of nodes with positions."""
