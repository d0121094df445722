"""What keeps findings out of a report: comments, annotations, settings, a baseline."""
