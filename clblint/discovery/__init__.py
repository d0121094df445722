"""Which files there are: walking folders, what git ignores, older revisions."""
