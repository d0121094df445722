# As `source/node.pxd`, for `fast.py`.

cdef class _CachedProperty:
    cdef public object func, name, __doc__
