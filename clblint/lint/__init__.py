"""Rules, their subjects, the problems that they yield, findings, edits and selection of rules."""
