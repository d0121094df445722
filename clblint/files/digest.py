"""`digest_of`: the hash function for file contents and cache keys; `sha256_of` where others ask for that one.

Importing `hashlib` loads OpenSSL, which takes longer than all digests of a small run.
"""

from __future__ import annotations

import sys

try:
    from _blake2 import blake2b

    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found] # typeshed does not know it
except ImportError:
    from hashlib import blake2b, sha256


def digest_of(data: bytes) -> bytes:
    """16 bytes of BLAKE2b, the fastest cryptographic hash of the standard library."""
    return blake2b(data, digest_size=16).digest()


def sha256_of(data: bytes) -> bytes:
    """32 bytes of SHA-256."""
    digest: bytes = sha256(data).digest()
    return digest
