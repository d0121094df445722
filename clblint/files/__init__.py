"""Reading and writing single files that somebody else may have made."""
