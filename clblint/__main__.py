"""`python -m clblint`."""

import sys

from clblint.cli import main

if __name__ == "__main__":
    sys.exit(main())
