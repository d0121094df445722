"""The command line: option parsing, and a module for each verb (subcommand)."""
