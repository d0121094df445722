"""The command line: what may be written on it, and a module for each verb."""
