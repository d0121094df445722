"""Rules, problems and findings."""
