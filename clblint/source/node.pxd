# The classes of `node.py` in the compiled form, where they are laid out in C: their slots, with their types.

cdef class TextOrigin:
    cdef public object source
    cdef public Py_ssize_t offset, line, column
    cdef public bint ordinary


cdef class BuiltOrigin(TextOrigin):
    cdef public object written, before
    cdef public bint flat


cdef class Notation:
    cdef public object anchor, style, tag
    cdef public bint is_plain, is_text


cdef class Node:
    cdef public TextOrigin origin
    cdef public Notation _notation
    cdef public Py_ssize_t _size, _start


cdef class Scalar(Node):
    cdef public object text, _value


cdef class Alias(Node):
    cdef public object target


cdef class Collection(Node):
    cdef public list children
    cdef public bint is_flow
    cdef public dict seen


cdef class Sequence(Collection):
    pass
