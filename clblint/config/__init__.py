"""Configuration: finds, parses and validates `.clblint.yaml`, and applies it to files."""
