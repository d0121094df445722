"""The annotations that the CCM reads: names, values, texts."""
