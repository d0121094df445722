"""Plugins: the hooks, how packs of rules are found and loaded, and the pages of their rules."""
