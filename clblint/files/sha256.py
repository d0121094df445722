"""`sha256_of`: the hash function where others ask for that one; all else has a `digest_of`."""

from __future__ import annotations

import sys

try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found] # typeshed does not know it
except ImportError:
    from hashlib import sha256


def sha256_of(data: bytes) -> bytes:
    """32 bytes of SHA-256."""
    digest: bytes = sha256(data).digest()
    return digest
