"""The language server: what clblint knows of a manifest, told to an editor while people type (LSP 3.17)."""
