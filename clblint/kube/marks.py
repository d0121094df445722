"""Words with a meaning of their own: kinds that no object has, and what marks suppressions."""

PATCH, FACT = "(patch)", "(fact)"  # what is laid over an object, and what is told of the cluster
MARKER = "clblint"  # a file without this word holds no suppression
