"""`python -m clblint`."""

from clblint.cli import script

if __name__ == "__main__":
    script()
