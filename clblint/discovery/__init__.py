"""Input discovery: walking folders, ignore files, path patterns, older revisions in git."""
