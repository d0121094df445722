"""`Made`: what a kustomization builds as one object."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.objects import KubeObject


class Made(NamedTuple):
    """What a kustomization builds as one object: a digest of its values, and the objects of the manifest that it gives.

    `first` is the position of the first of these.
    """

    says: bytes
    first: int
    objects: tuple[KubeObject, ...]
