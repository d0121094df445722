"""Plugins: hook specifications, discovery and loading of packs, rule pages, message catalogues."""
