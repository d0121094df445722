"""Search for the rules behind an event, an error or a symptom (`clblint explain --event`).

The index of known texts is built with clblint (`tools.search_index`), so no example runs on the user's machine. Texts
are scored by TF-IDF: rare words weigh more than common ones. A pasted text may contain more or less than the event, so
the score depends on how much of one text is contained in the other. No library is used: libraries such as rapidfuzz
compare letters instead of words, and Chinese, which has no blanks, has to be split into pairs of characters anyway.
"""
