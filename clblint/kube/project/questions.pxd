# As `source/node.pxd`, for `questions.py`.

cdef class Questions:
    cdef public object _any_facts, _project, ref_of
    cdef public dict _asked, _behind
    cdef public set _settled, loaded
