"""From files to findings: reading, running the rules, in several processes, with a cache."""
