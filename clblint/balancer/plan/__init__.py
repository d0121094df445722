"""The parts that the plans of CLBs and NLBs share, as text and as data."""
