"""From what somebody sees (an event, an error, a symptom) to the rules behind it.

The texts that are known stand in an index that is made when clblint is built (`tools.search_index`), so that
no example runs on the user's machine. Scoring is the usual one, rare words weigh more than common ones (TF-IDF), and as
a pasted text holds more than the event, and may hold less, what counts is how much of the one lies in the other. It is
our own because it is some 60 lines, needs no package (rapidfuzz and the like compare letters, not words), and Chinese,
which has no blanks, is taken in pairs of characters anyway.
"""
