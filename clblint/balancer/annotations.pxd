# As `source/node.pxd`, for `annotations.py`.

cdef class Annotations:
    cdef public object _absent, _ccm, _controller, _service
    cdef public dict _found, _unread
