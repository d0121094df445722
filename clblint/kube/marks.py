"""Words with a meaning of their own: kinds that no object has, and what marks suppressions."""

PATCH, FACT = "(patch)", "(fact)"  # what is laid over an object, and what is told of the cluster
SCALER = "(scaler)"  # what sets the number of pods of a workload
REPLACEMENTS = "(replacements)"  # what a file that fills in fields is for
MARKER = "clblint"  # a file without this word holds no suppression
