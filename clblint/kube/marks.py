"""Constants: the pseudo-kind of a file of replacements, and the marker of suppression comments."""

REPLACEMENTS = "(replacements)"  # the target of a file of replacements
MARKER = "clblint"  # a file without this word has no suppression comments
