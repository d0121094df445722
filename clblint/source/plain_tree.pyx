# cython: language_level=3, boundscheck=True, embedsignature=False
# distutils: include_dirs = build/libyaml
# distutils: sources = build/libyaml/api.c build/libyaml/reader.c build/libyaml/scanner.c build/libyaml/parser.c
# distutils: define_macros = HAVE_CONFIG_H=1 YAML_DECLARE_STATIC=1
"""The tree of a plain document, built in C; optional, and never needed to understand clblint.

`tree.build` defines the result. A document is plain if it is the only one in its text, has no syntax error and neither
tags, anchors, aliases, directives nor numbers that JSON lacks, and is not nested beyond `MAX_DEPTH`; for any other
document there is no result, and `tree.build` decides. Most are read line by line, as `lines` does and in two fifths of
the time that the events of libyaml take; from these come all others.
"""

from clblint.source.node import _NOT_READ, NOTATIONS
from clblint.source.scalars import BEHIND_NUMBERS, BEYOND_JSON, SPELLINGS, TELLING, quick_json
from clblint.source.tree import MAX_DEPTH

from clblint.source.mapping cimport Mapping
from clblint.source.node cimport Collection, Notation, Scalar, Sequence, TextOrigin
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.string cimport memchr, memcmp


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
cdef Py_ssize_t TWO_ENTRIES = 4  # keys and values
cdef frozenset SPELT = SPELLINGS, REFUSED = BEYOND_JSON
cdef enum:
    FIRST_SAFE = 128  # no character from here on is in `TELLING`
cdef bint[FIRST_SAFE] IS_TELLING
for _code in range(FIRST_SAFE):
    IS_TELLING[_code] = chr(_code) in TELLING

# Characters of lines, and what may stand where.
cdef enum:
    LINE_FEED = 10
    BLANK = 32
    DOUBLE_QUOTE = 34
    HASH = 35
    QUOTE = 39
    COMMA = 44
    DASH = 45
    COLON = 58
    OPENED = 91
    BACKSLASH = 92
    CLOSED = 93
    OPENED_BRACE = 123
    CLOSED_BRACE = 125
    DELETE = 127
    LONGEST_LINE = 1000  # to libyaml, what is longer is no key
    MOST_LEVELS = 100
cdef bint[FIRST_SAFE] IS_LETTER, IS_ALNUM, IS_WORD, MAY_BEGIN
for _code in range(FIRST_SAFE):
    IS_LETTER[_code] = chr(_code).isalpha()
    IS_ALNUM[_code] = chr(_code).isalnum()
    IS_WORD[_code] = chr(_code) in "_./-"
    MAY_BEGIN[_code] = chr(_code).isalnum() or chr(_code) in "_./$(<+~=^\\;"  # an unquoted value

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
    cdef list roots = tree_of_lines(text, origin)
    return tree_of_events(text, origin) if roots is None else roots


def tree_of_lines(str text, TextOrigin origin):
    """The same, line by line; None also if it is not ASCII, or has a literal block or what `lines` does not read."""
    cdef list roots = []
    return roots if _read_lines(text, origin, roots) else None


def tree_of_events(str text, TextOrigin origin):
    """The same, from the events of libyaml."""
    cdef _Events events = _Events(text)
    cdef list roots = []
    return roots if _build(events, origin, roots) else None


def is_valid(str text):
    """Whether a text has no syntax error."""
    cdef _Events events = _Events(text)
    while events.next():
        if events.event.type == YAML_NO_EVENT:  # nothing comes after the end of the stream
            return True
    return False


def is_ordinary(str text):
    """Whether all keys are as `repeats.are_ordinary` wants them in a text that is empty or, but for numbers, plain."""
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
    cdef Scalar scalar
    while events.next():
        if event.type == YAML_SCALAR_EVENT:
            if event.data.scalar.anchor != NULL or event.data.scalar.tag != NULL:
                return False
            scalar = _new_scalar(event, origin)
            if _is_refused(scalar):
                return False
            children.append(scalar)
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


cdef bint _read_lines(str text, TextOrigin origin, list roots) except -1:
    """Put the roots of a text into a list; False if a line holds what is not read here."""
    cdef const yaml_char_t *data = <const yaml_char_t *> PyUnicode_DATA(text)
    cdef const yaml_char_t *feed
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef Py_ssize_t begin = 0, end, at, key_end, awaited = -1, column = -1
    # The collections around the innermost one, whose column and kind these are.
    cdef Py_ssize_t columns[MOST_LEVELS]
    cdef bint kinds[MOST_LEVELS]
    cdef Py_ssize_t depth = 0
    cdef bint in_sequence = False, is_item, begins
    cdef list children = roots, mappings = [], outer = []
    cdef Collection opened
    cdef Scalar key
    if not PyUnicode_IS_ASCII(text) or size == 0 or data[size - 1] != LINE_FEED:
        return False
    if size > 3 and memcmp(data, b"---\n", 4) == 0:
        begin = 4
    while begin < size:
        feed = <const yaml_char_t *> memchr(data + begin, LINE_FEED, size - begin)
        end = feed - data
        if end - begin > LONGEST_LINE or not _is_printable(data, begin, end):
            return False
        at = _behind_blanks(data, begin, end)
        if at == end or data[at] == HASH:
            begin = end + 1
            continue
        is_item = _is_dash(data, at, end)
        begins = False  # whether a collection begins on this line
        if awaited >= 0:
            # What stands deeper, where a value is missing, is this value; so are dashes below a key.
            begins = at - begin > column or (at - begin == column and is_item and not in_sequence)
            if not begins:
                children.append(_scalar_of(data, awaited, awaited, 0, 0, WITHOUT_QUOTES, origin))
            awaited = -1
        if not begins and (at - begin != column or in_sequence != is_item):
            while at - begin < column or (at - begin == column and in_sequence and not is_item):
                depth -= 1
                column, in_sequence, children = columns[depth], kinds[depth], <list> outer.pop()
            if at - begin != column or in_sequence != is_item:
                if roots:
                    return False
                begins = True  # the root
        awaited = at + 1  # unless something stands behind the dashes
        while _is_dash(data, at, end):
            if begins:
                if depth == MOST_LEVELS:
                    return False
                columns[depth], kinds[depth] = column, in_sequence
                depth += 1
                outer.append(children)
                opened = _opened(at, True, children, origin)
                column, in_sequence, children = at - begin, True, opened.children
            begins = True  # what stands behind the dash
            awaited = at + 1
            at = _behind_blanks(data, at + 1, end)
        key_end = _behind_key(data, at, end)
        if key_end > at:
            if begins:
                if depth == MOST_LEVELS:
                    return False
                columns[depth], kinds[depth] = column, in_sequence
                depth += 1
                outer.append(children)
                opened = _opened(at, False, children, origin)
                mappings.append(opened)
                column, in_sequence, children = at - begin, False, opened.children
            key = _scalar_of(data, at, at, key_end, key_end, WITHOUT_QUOTES, origin)
            if key.text in SPELT:
                return False
            children.append(key)
            awaited = key_end + 1
            at = _behind_blanks(data, key_end + 1, end)
        elif not is_item:
            return False
        if at < end and data[at] != HASH:
            if not _read_value(data, at, end, children, origin):
                return False
            awaited = -1
        begin = end + 1
    if awaited >= 0:
        children.append(_scalar_of(data, awaited, awaited, 0, 0, WITHOUT_QUOTES, origin))
    if not roots and data[0] == DASH:
        return False  # an empty value
    origin.ordinary = _are_ordinary(mappings)
    return True


cdef Collection _opened(Py_ssize_t start, bint is_sequence, list children, TextOrigin origin):
    """Add an empty collection in block style, which is returned."""
    cdef Collection node = Sequence.__new__(Sequence) if is_sequence else Mapping.__new__(Mapping)
    node.origin = origin
    node._start = start
    node._notation = WITHOUT_QUOTES
    node.children = []
    children.append(node)
    return node


cdef bint _read_value(
    const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end, list children, TextOrigin origin
) except -1:
    """Add the value that begins at an offset, and ends on its line; False if it is not read here."""
    cdef yaml_char_t first = data[at]
    cdef Py_ssize_t behind
    cdef Scalar node
    if first == QUOTE or first == DOUBLE_QUOTE:
        behind = _behind_quotes(data, at, end)
        if behind == 0 or not _is_rest_empty(data, behind, end):
            return False
        children.append(_quoted(data, at, behind, origin))
        return True
    if first == OPENED or first == OPENED_BRACE:
        return _read_brackets(data, at, end, children, origin)
    if not (MAY_BEGIN[first] or (first == DASH and at + 1 < end and data[at + 1] != BLANK)):
        return False
    behind = _behind_words(data, at, end)
    if behind == 0:
        return False
    node = _scalar_of(data, at, at, behind, behind, WITHOUT_QUOTES, origin)
    if _is_refused(node):
        return False
    children.append(node)
    return True


cdef bint _read_brackets(
    const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end, list children, TextOrigin origin
) except -1:
    """Add a collection in brackets: an empty one, or a list of quoted texts and words."""
    cdef bint is_sequence = data[at] == OPENED
    cdef yaml_char_t closed = CLOSED if is_sequence else CLOSED_BRACE
    cdef Collection node = _opened(at, is_sequence, children, origin)
    cdef list items = node.children
    cdef Py_ssize_t start = at, behind
    node.is_flow = True
    at = _behind_blanks(data, at + 1, end)
    if at < end and data[at] == closed:
        node._size = at + 1 - start
        return _is_rest_empty(data, at + 1, end)
    while is_sequence and at < end:
        if data[at] == QUOTE or data[at] == DOUBLE_QUOTE:
            behind = _behind_quotes(data, at, end)
            if behind == 0:
                return False
            items.append(_quoted(data, at, behind, origin))
        else:
            behind = at
            while behind < end and (IS_ALNUM[data[behind]] or (behind > at and IS_WORD[data[behind]])):
                behind += 1
            if behind == at:
                return False
            items.append(_scalar_of(data, at, at, behind, behind, WITHOUT_QUOTES, origin))
        at = _behind_blanks(data, behind, end)
        if at == end:
            return False
        if data[at] == closed:
            node._size = at + 1 - start
            return _is_rest_empty(data, at + 1, end)
        if data[at] != COMMA:
            return False
        at = _behind_blanks(data, at + 1, end)
    return False


cdef Scalar _quoted(const yaml_char_t *data, Py_ssize_t start, Py_ssize_t end, TextOrigin origin):
    """The scalar of a text with its quotes."""
    return _scalar_of(data, start, start + 1, end - 1, end, SINGLE if data[start] == QUOTE else DOUBLE, origin)


cdef Scalar _scalar_of(
    const yaml_char_t *data,
    Py_ssize_t start,
    Py_ssize_t text_start,
    Py_ssize_t text_end,
    Py_ssize_t end,
    Notation notation,
    TextOrigin origin,
):
    """A scalar from `start` to `end` with the text between the other two offsets, which is empty if that ends first."""
    cdef Scalar node = Scalar.__new__(Scalar)
    cdef bint is_empty = text_end <= text_start
    node.origin = origin
    node._start = start
    node._size = 0 if end < start else end - start
    node._notation = notation
    node.text = "" if is_empty else _text(data + text_start, text_end - text_start)
    node._value = node.text
    if notation.is_plain and _may_be_no_text(node.text):
        if is_empty or not IS_LETTER[data[text_start]] or node.text in SPELT:  # others with a letter are texts
            node._value = quick_json(node.text, NOT_READ)
    return node


cdef inline bint _is_printable(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    while at < end:
        if data[at] < BLANK or data[at] == DELETE:
            return False
        at += 1
    return True


cdef inline Py_ssize_t _behind_blanks(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    while at < end and data[at] == BLANK:
        at += 1
    return at


cdef inline bint _is_dash(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """Whether an item of a list begins here."""
    return at < end and data[at] == DASH and (at + 1 == end or data[at + 1] == BLANK)


cdef inline bint _is_rest_empty(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """Whether at most a comment stands behind a value."""
    cdef Py_ssize_t behind = _behind_blanks(data, at, end)
    return behind == end or (behind > at and data[behind] == HASH)


cdef inline Py_ssize_t _behind_key(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset of the colon behind a key that begins with a letter; where it would begin if there is none."""
    cdef Py_ssize_t behind = at
    if at == end or not IS_LETTER[data[at]]:
        return at
    while behind < end and (IS_ALNUM[data[behind]] or IS_WORD[data[behind]]):
        behind += 1
    if behind < end and data[behind] == COLON and (behind + 1 == end or data[behind + 1] == BLANK):
        return behind
    return at


cdef inline Py_ssize_t _behind_quotes(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset behind a quoted text; 0 if it has escapes or goes on in another line."""
    cdef yaml_char_t mark = data[at]
    at += 1
    while at < end and data[at] != mark:
        if data[at] == BACKSLASH and mark == DOUBLE_QUOTE:
            return 0
        at += 1
    if at == end or (at + 1 < end and data[at + 1] == QUOTE):
        return 0
    return at + 1


cdef inline Py_ssize_t _behind_words(const yaml_char_t *data, Py_ssize_t at, Py_ssize_t end) noexcept:
    """The offset behind an unquoted value, which a comment may follow; 0 if it has a key, or may be one."""
    cdef Py_ssize_t behind = at
    while at < end:
        if data[at] == COLON and (at + 1 == end or data[at + 1] == BLANK):
            return 0
        if data[at] == HASH and data[at - 1] == BLANK:
            break
        at += 1
        if data[at - 1] != BLANK:
            behind = at
    return behind


cdef bint _are_ordinary(list mappings) except -1:
    """What `repeats.are_ordinary` says; what larger mappings hold is looked up, so that this is found on the way."""
    cdef dict found
    cdef list children
    cdef Py_ssize_t index, size
    cdef object key
    for mapping in mappings:
        children = (<Collection> mapping).children
        size = len(children)
        for index in range(0, size, 2):
            key = children[index]
            if type(key) is not Scalar or not _is_ordinary_key((<Scalar> key).text):
                return False
        if size > TWO_ENTRIES:
            found = {}
            for index in range(0, size, 2):
                key = children[index]
                found[(<Scalar> key).text] = (key, children[index + 1])
            if 2 * len(found) < size:
                return False
            (<Collection> mapping).seen = found
        elif size == TWO_ENTRIES and (<Scalar> children[0]).text == (<Scalar> children[2]).text:
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


cdef inline bint _is_refused(Scalar node) except -1:
    """Whether a value is a number that JSON lacks."""
    return node._value is NOT_READ and node.text in REFUSED


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
