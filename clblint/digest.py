"""The digest that stands for the bytes of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.files import is_something_else

try:
    from _blake2 import blake2b  # hashlib takes OpenSSL along, which costs more than all the digests of a small run
except ImportError:
    from hashlib import blake2b

if TYPE_CHECKING:
    from clblint.files import Input


def digest_of(data: bytes) -> bytes:
    """16 bytes of BLAKE2b, the fastest digest of the standard library that nobody can forge."""
    return blake2b(data, digest_size=16).digest()


def digest_of_input(item: Input, data: bytes) -> bytes:
    """The digest of a file as it was asked for: naming a file of another tool's kind is another question."""
    return digest_of(data) + (b"!" if item.explicit and is_something_else(item.path) else b"")
