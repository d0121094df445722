"""What `clblint` does: checking, and its verbs."""
