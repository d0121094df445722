"""`digest_of`: the hash function for file contents and cache keys; `checksum_of` for what nobody would forge.

Importing `hashlib` loads OpenSSL, which takes longer than all digests of a small run.
"""

from __future__ import annotations

from _imp import source_hash

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b


def digest_of(data: bytes) -> bytes:
    """16 bytes of BLAKE2b, the fastest cryptographic hash of the standard library."""
    return blake2b(data, digest_size=16).digest()


def checksum_of(data: bytes | bytearray | memoryview) -> bytes:
    """8 bytes of SipHash, which Python has for its bytecode: far faster, and it tells of chance, not of intent."""
    return source_hash(0, data)
