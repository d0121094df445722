# As `source/node.pxd`, for `text.py`.

cdef class Source:
    cdef public object _begins, _invalid, _lines, _near, _odd, _starts, _text, data, encoding, kept, path
    cdef public Py_ssize_t bom
