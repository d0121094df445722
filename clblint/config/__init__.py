"""Configuration: `.clblint.yaml` is found, read, checked and applied to the files it is for."""
