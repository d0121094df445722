"""Findings become what someone reads."""
