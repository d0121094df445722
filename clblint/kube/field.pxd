# As `source/node.pxd`, for `field.py`.

cdef class Field:
    cdef public object node, at
