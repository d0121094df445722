# The types of `decoding.py` in the compiled form, which asks each node of a manifest for its value.

cimport cython

from clblint.kube.schema.types cimport Type
from clblint.source.mapping cimport Mapping
from clblint.source.node cimport Scalar


@cython.locals(
    pending=list, is_built=bint, mapping=Mapping, key=Scalar, scalar=Scalar, inside=Type, items=Type, fields=dict
)
cpdef bint decodes(object node, Type kind) except -1


cdef bint _scalar_decodes(Scalar node, Type kind) except -1


cdef bint _fits(object value, Type kind) except -1
