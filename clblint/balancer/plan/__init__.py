"""What the plans of CLBs and NLBs have in common, as words and as data."""
