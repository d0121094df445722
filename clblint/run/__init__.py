"""One run of the linter, started by a command line or a program: inputs, settings, filters, fixes and output."""
