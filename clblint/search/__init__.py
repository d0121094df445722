"""Search for the rules behind an event, an error or a symptom (`clblint explain --event`).

The index of known texts is made when clblint is built (`tools.search_index`), so that no example runs on the user's
machine. Texts are scored by TF-IDF: rare words weigh more than common ones. A pasted text may contain more or less than
the event, so the score depends on how much of one text is contained in the other. The implementation is our own: it has
some 60 lines and no dependency (rapidfuzz and the like compare letters, not words), and Chinese, which has no blanks,
has to be split into pairs of characters anyway.
"""
