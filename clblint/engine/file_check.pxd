# As `source/node.pxd`, for `file_check.py`.

cdef class FileCheck:
    cdef public object _builder, _in_use, _neighbourhood, questions, settings
    cdef public bint counts_advice
    cdef public dict _balancers, _found, _waiting
    cdef public list failures
    cdef public set _waits
