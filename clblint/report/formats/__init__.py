"""The formats of reports, one module each."""
