"""Fixes: converts edits of rules to text edits, verifies and applies them, and writes files and diffs."""
