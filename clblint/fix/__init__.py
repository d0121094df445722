"""Mending manifests: from the edits that rules mean to text, checked and written."""
