# As `source/node.pxd`, for `mapping.py`.

from clblint.source.node cimport Collection


cdef class Mapping(Collection):
    pass
