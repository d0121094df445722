"""Fixes: turns edits of rules into text changes, verifies them, writes files and diffs."""
