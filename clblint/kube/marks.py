"""Constants: the pseudo-kinds of references that are not objects, and the marker of suppression comments."""

PATCH, FACT = "(patch)", "(fact)"  # a patch of objects; a fact about the cluster
SCALER = "(scaler)"  # an object that sets the number of pods of a workload
REPLACEMENTS = "(replacements)"  # the target of a file of replacements
MARKER = "clblint"  # a file without this word has no suppression comments
