"""The language server: shows findings, plans and fixes in an editor while people type (LSP 3.17)."""
