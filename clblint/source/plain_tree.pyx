# cython: language_level=3, boundscheck=True, embedsignature=False
# distutils: include_dirs = build/libyaml
# distutils: sources = build/libyaml/api.c build/libyaml/reader.c build/libyaml/scanner.c build/libyaml/parser.c
# distutils: define_macros = HAVE_CONFIG_H=1 YAML_DECLARE_STATIC=1
"""The tree of a plain document, built in C; optional, and never needed to understand clblint.

`tree.build` defines the result. A document is plain if it is the only one in its text, has no syntax error and neither
tags, anchors, aliases nor directives, and is not nested beyond `MAX_DEPTH`; for any other document there is no result,
and `tree.build` decides.
"""

from clblint.source.node import _NOT_READ, NOTATIONS
from clblint.source.scalars import BEHIND_NUMBERS, SPELLINGS, TELLING, quick_json
from clblint.source.tree import MAX_DEPTH

from clblint.source.mapping cimport Mapping
from clblint.source.node cimport Collection, Notation, Scalar, Sequence, TextOrigin
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.string cimport memcmp


cdef extern from "yaml.h" nogil:
    ctypedef enum yaml_event_type_t:
        YAML_NO_EVENT
        YAML_DOCUMENT_START_EVENT
        YAML_DOCUMENT_END_EVENT
        YAML_STREAM_START_EVENT
        YAML_STREAM_END_EVENT
        YAML_SCALAR_EVENT
        YAML_SEQUENCE_START_EVENT
        YAML_SEQUENCE_END_EVENT
        YAML_MAPPING_START_EVENT
        YAML_MAPPING_END_EVENT
    ctypedef enum yaml_scalar_style_t:
        YAML_PLAIN_SCALAR_STYLE
        YAML_SINGLE_QUOTED_SCALAR_STYLE
        YAML_DOUBLE_QUOTED_SCALAR_STYLE
        YAML_LITERAL_SCALAR_STYLE
        YAML_FOLDED_SCALAR_STYLE
    ctypedef enum yaml_sequence_style_t:
        YAML_FLOW_SEQUENCE_STYLE
    ctypedef enum yaml_mapping_style_t:
        YAML_FLOW_MAPPING_STYLE
    ctypedef unsigned char yaml_char_t
    ctypedef struct yaml_mark_t:
        size_t index  # in code points
    ctypedef struct yaml_tag_directive_t:
        pass
    ctypedef struct _tag_directives:
        yaml_tag_directive_t *start
        yaml_tag_directive_t *end
    ctypedef struct _document_start:
        void *version_directive
        _tag_directives tag_directives
    ctypedef struct _scalar:
        yaml_char_t *anchor
        yaml_char_t *tag
        yaml_char_t *value
        size_t length  # in bytes of UTF-8
        yaml_scalar_style_t style
    ctypedef struct _sequence_start:
        yaml_char_t *anchor
        yaml_char_t *tag
        yaml_sequence_style_t style
    ctypedef struct _mapping_start:
        yaml_char_t *anchor
        yaml_char_t *tag
        yaml_mapping_style_t style
    ctypedef union _data:
        _document_start document_start
        _scalar scalar
        _sequence_start sequence_start
        _mapping_start mapping_start
    ctypedef struct yaml_event_t:
        yaml_event_type_t type
        _data data
        yaml_mark_t start_mark
        yaml_mark_t end_mark
    ctypedef struct yaml_parser_t:
        pass
    int yaml_parser_initialize(yaml_parser_t *parser)
    void yaml_parser_delete(yaml_parser_t *parser)
    void yaml_parser_set_input_string(yaml_parser_t *parser, const unsigned char *input, size_t size)
    int yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event)
    void yaml_event_delete(yaml_event_t *event)
    const char *yaml_get_version_string()

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    const void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    Py_UCS4 PyUnicode_READ_CHAR(object text, Py_ssize_t index)


LIBYAML = yaml_get_version_string().decode()


cdef object NOT_READ = _NOT_READ
cdef Notation WITHOUT_QUOTES = NOTATIONS[""], SINGLE = NOTATIONS["'"], DOUBLE = NOTATIONS['"']
cdef Notation LITERAL = NOTATIONS["|"], FOLDED = NOTATIONS[">"]
cdef enum:
    DEEPEST_HERE = 1000
cdef Py_ssize_t DEEPEST = min(MAX_DEPTH, DEEPEST_HERE)
cdef Py_UCS4 LOWEST = BEHIND_NUMBERS
cdef frozenset SPELT = SPELLINGS
cdef enum:
    FIRST_SAFE = 128  # no character from here on is in `TELLING`
cdef bint[FIRST_SAFE] IS_TELLING
for _code in range(FIRST_SAFE):
    IS_TELLING[_code] = chr(_code) in TELLING

# The short texts that were read last, at places that their bytes tell: keys, and most values, are in many documents.
cdef enum:
    LONGEST = 32
    SHARED = 2048  # a power of 2
cdef list TEXTS = [""] * SHARED  # all of them ASCII


cdef class _Events:
    """The events of a text. libyaml reads from `data`, and the current event is deleted before the next one."""

    cdef yaml_parser_t parser
    cdef yaml_event_t event
    cdef bytes data
    cdef bint is_initialized

    def __cinit__(self, str text):
        self.event.type = YAML_NO_EVENT
        self.data = text.encode()
        if not yaml_parser_initialize(&self.parser):
            raise MemoryError
        self.is_initialized = True
        yaml_parser_set_input_string(
            &self.parser, <const unsigned char *> PyBytes_AS_STRING(self.data), PyBytes_GET_SIZE(self.data)
        )

    def __dealloc__(self):
        yaml_event_delete(&self.event)
        if self.is_initialized:
            yaml_parser_delete(&self.parser)

    cdef inline bint next(self) noexcept:
        """Go to the next event; False for a syntax error."""
        yaml_event_delete(&self.event)
        return yaml_parser_parse(&self.parser, &self.event) != 0


def plain_tree(str text, TextOrigin origin):
    """The roots of a text (one, or none if it is empty); None if it is not plain. Sets `origin.ordinary`."""
    cdef _Events events = _Events(text)
    cdef list roots = []
    if not _build(events, origin, roots):
        return None
    return roots


def is_valid(str text):
    """Whether a text has no syntax error."""
    cdef _Events events = _Events(text)
    while events.next():
        if events.event.type == YAML_NO_EVENT:  # nothing comes after the end of the stream
            return True
    return False


def is_ordinary(str text):
    """Whether a text is a plain document, or empty, and all of its keys are as `repeats.are_ordinary` wants them."""
    cdef _Events events = _Events(text)
    return _has_ordinary_keys(events)


cdef bint _has_ordinary_keys(_Events events) except -1:
    cdef yaml_event_t *event = &events.event
    cdef list opened = []  # the keys of each mapping that is open, and None for a sequence
    cdef set keys = None  # of the innermost one
    cdef bint is_key_next[DEEPEST_HERE + 1]
    cdef Py_ssize_t depth = 0
    cdef bint is_first = True
    cdef object key
    while events.next():
        if event.type == YAML_SCALAR_EVENT:
            if event.data.scalar.anchor != NULL or event.data.scalar.tag != NULL:
                return False
            if keys is not None:
                if is_key_next[depth]:
                    key = _text(event.data.scalar.value, event.data.scalar.length)
                    if not _is_ordinary_key(key) or key in keys:
                        return False
                    keys.add(key)
                is_key_next[depth] = not is_key_next[depth]
        elif event.type == YAML_MAPPING_START_EVENT or event.type == YAML_SEQUENCE_START_EVENT:
            if _is_odd(event) or depth == DEEPEST or (keys is not None and is_key_next[depth]):
                return False
            is_key_next[depth] = True  # behind this value
            opened.append(keys)
            depth += 1
            keys = set() if event.type == YAML_MAPPING_START_EVENT else None
            is_key_next[depth] = True
        elif event.type == YAML_MAPPING_END_EVENT or event.type == YAML_SEQUENCE_END_EVENT:
            keys = <set> opened.pop()
            depth -= 1
        elif event.type == YAML_DOCUMENT_START_EVENT:
            if not is_first or _has_directives(event):
                return False
            is_first = False
        elif event.type == YAML_STREAM_END_EVENT:
            return True
        elif event.type != YAML_STREAM_START_EVENT and event.type != YAML_DOCUMENT_END_EVENT:
            return False  # an alias
    return False


cdef bint _build(_Events events, TextOrigin origin, list roots) except -1:
    cdef yaml_event_t *event = &events.event
    cdef list children = roots, mappings = [], opened = [], outer = []
    cdef list inner
    cdef Collection node
    while events.next():
        if event.type == YAML_SCALAR_EVENT:
            if event.data.scalar.anchor != NULL or event.data.scalar.tag != NULL:
                return False
            children.append(_new_scalar(event, origin))
        elif event.type == YAML_MAPPING_START_EVENT or event.type == YAML_SEQUENCE_START_EVENT:
            if _is_odd(event) or len(opened) == DEEPEST:
                return False
            inner = []
            node = _new_collection(event, origin, inner)
            children.append(node)
            if event.type == YAML_MAPPING_START_EVENT:
                mappings.append(node)
            opened.append(node)
            outer.append(children)
            children = inner
        elif event.type == YAML_MAPPING_END_EVENT or event.type == YAML_SEQUENCE_END_EVENT:
            node = <Collection> opened.pop()
            if node.is_flow:
                node._size = event.end_mark.index - node._start
            children = <list> outer.pop()
        elif event.type == YAML_DOCUMENT_START_EVENT:
            if roots or _has_directives(event):
                return False
        elif event.type == YAML_STREAM_END_EVENT:
            origin.ordinary = _are_ordinary(mappings)
            return True
        elif event.type != YAML_STREAM_START_EVENT and event.type != YAML_DOCUMENT_END_EVENT:
            return False  # an alias
    return False


cdef bint _are_ordinary(list mappings) except -1:
    """What `repeats.are_ordinary` says."""
    cdef set texts = set()
    cdef list children
    cdef Py_ssize_t index
    cdef object key, text
    for mapping in mappings:
        texts.clear()
        children = (<Collection> mapping).children
        for index in range(0, len(children), 2):
            key = children[index]
            if type(key) is not Scalar:
                return False
            text = (<Scalar> key).text
            if not _is_ordinary_key(text):
                return False
            texts.add(text)
        if 2 * len(texts) < len(children):
            return False
    return True


cdef bint _is_ordinary_key(object text) except -1:
    """Whether a key is its own text."""
    return PyUnicode_GET_LENGTH(text) != 0 and PyUnicode_READ_CHAR(text, 0) >= LOWEST and text not in SPELT


cdef Scalar _new_scalar(const yaml_event_t *event, TextOrigin origin):
    cdef Scalar node = Scalar.__new__(Scalar)
    cdef bint is_text
    node.origin = origin
    node._start = event.start_mark.index
    node._size = event.end_mark.index - event.start_mark.index
    node.text = _text(event.data.scalar.value, event.data.scalar.length)
    node._notation = _notation(event.data.scalar.style)
    is_text = not (node._notation.is_plain and _may_be_no_text(node.text))
    node._value = node.text if is_text else quick_json(node.text, NOT_READ)
    return node


cdef inline bint _may_be_no_text(object text) except -1:
    """Whether an unquoted text may be a number or another word of YAML, as `node.is_surely_text` tells."""
    cdef Py_UCS4 first
    if PyUnicode_GET_LENGTH(text) == 0:
        return True
    first = PyUnicode_READ_CHAR(text, 0)
    return first < FIRST_SAFE and IS_TELLING[first]


cdef Collection _new_collection(const yaml_event_t *event, TextOrigin origin, list children):
    cdef bint is_mapping = event.type == YAML_MAPPING_START_EVENT
    cdef Collection node = Mapping.__new__(Mapping) if is_mapping else Sequence.__new__(Sequence)
    node.origin = origin
    node._start = event.start_mark.index
    node._notation = WITHOUT_QUOTES
    node.children = children
    if is_mapping:
        node.is_flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    else:
        node.is_flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    return node


cdef object _text(const yaml_char_t *start, Py_ssize_t length):
    """A text from its bytes; a short one that was read before is taken again, and its hash is known then."""
    cdef unsigned int place = <unsigned int> length
    cdef Py_ssize_t index
    cdef object text
    if length > LONGEST:
        return PyUnicode_DecodeUTF8(<const char *> start, length, "strict")
    for index in range(length):
        place = 31 * place + start[index]
    place &= SHARED - 1
    text = TEXTS[place]
    if PyUnicode_GET_LENGTH(text) == length and memcmp(PyUnicode_DATA(text), start, length) == 0:
        return text
    text = PyUnicode_DecodeUTF8(<const char *> start, length, "strict")
    if PyUnicode_IS_ASCII(text):
        TEXTS[place] = text
    return text


cdef Notation _notation(yaml_scalar_style_t style):
    if style == YAML_PLAIN_SCALAR_STYLE:
        return WITHOUT_QUOTES
    if style == YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return SINGLE
    if style == YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return DOUBLE
    return LITERAL if style == YAML_LITERAL_SCALAR_STYLE else FOLDED


cdef bint _is_odd(const yaml_event_t *event) noexcept:
    """Whether a collection has an anchor or a tag."""
    if event.type == YAML_MAPPING_START_EVENT:
        return event.data.mapping_start.anchor != NULL or event.data.mapping_start.tag != NULL
    return event.data.sequence_start.anchor != NULL or event.data.sequence_start.tag != NULL


cdef bint _has_directives(const yaml_event_t *event) noexcept:
    return (
        event.data.document_start.version_directive != NULL
        or event.data.document_start.tag_directives.start != event.data.document_start.tag_directives.end
    )
