"""A run of the linter, whatever asked for it: its files, its settings, what is reported of its findings, where."""
