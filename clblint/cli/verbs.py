"""`VERBS`: the subcommands with their descriptions."""

from clblint.i18n.text import N_

# Each verb is a module of this package with `parser()` and `run(arguments)`, which returns the exit code.
VERBS = {
    "baseline": N_("write the current findings to a file, so that later checks report only new ones"),
    "completion": N_("print a script that completes command lines in bash, zsh or fish"),
    "diagnose": N_("find what is wrong with the Services in a snapshot of a cluster, and why"),
    "explain": N_("print the page of a rule or a cause, what is known of an annotation, or the rules behind an event"),
    "init": N_("write a commented .clblint.yaml and show how to run clblint before each commit"),
    "plan": N_("print what the CCM would build from Services"),
    "plugins": N_("list the plugins that are loaded"),
    "rules": N_("list every rule"),
    "server": N_("run the language server (LSP) for an editor"),
}
