# As `source/node.pxd`, for `types.py`.

cdef class Type:
    cdef public object go, wants
    cdef public dict fields
    cdef public Type items
