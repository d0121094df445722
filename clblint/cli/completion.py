"""`clblint completion SHELL`: prints a shell completion script, and answers its queries.

So the rules are those that are installed, and the options those that the parsers define. A script runs
`clblint completion --words WORD...`, of which the last word is the one at the cursor. The output is a line for each
candidate: the word, a tab, and its description; `:files` means any file name.
"""

from __future__ import annotations

import argparse
import importlib

from clblint.cli.actions import actions_of
from clblint.cli.common import bare_parser
from clblint.cli.options import parser as check_parser
from clblint.cli.parsers import PATH_METAVARS, parsed
from clblint.cli.verbs import VERBS
from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.run.output import put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.cli.parsers import Parser

    Words = Iterable[tuple[str, str]]  # candidates and their descriptions

_FILES = (":files", "")
_QUESTION = "--words"
_SCRIPTS = {
    "bash": r"""
# source <(clblint completion bash), or write it to ~/.local/share/bash-completion/completions/clblint
_clblint() {
    local line="${COMP_LINE:0:COMP_POINT}" words word current stem found
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current="${words[${#words[@]} - 1]}"
    stem="${current%"${current##*[=:]}"}"  # bash takes these for the ends of words
    COMPREPLY=()
    while IFS=$'\t' read -r found _; do
        if [[ $found == :files ]]; then
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${current#"$stem"}")
            type compopt &>/dev/null && compopt -o filenames
        else
            COMPREPLY+=("${found#"$stem"}")
        fi
    done < <("${words[0]}" completion --words "${words[@]:1}" 2>/dev/null)
}
complete -F _clblint clblint
""",
    "zsh": r"""
#compdef clblint
# source <(clblint completion zsh), or write it to a file _clblint in a folder of $fpath
_clblint() {
    local line tab=$'\t' files=
    local -a found
    for line in "${(@f)$("${words[1]}" completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == :files* ]]; then
            files=1
        elif [[ -n $line ]]; then
            found+=("${${line%%$tab*}//:/\\:}:${line#*$tab}")
        fi
    done
    (( $#found )) && _describe clblint found
    [[ -n $files ]] && _files
}
if [[ ${funcstack[1]} == _clblint ]]; then _clblint "$@"; else compdef _clblint clblint; fi
""",
    "fish": r"""
# clblint completion fish | source, or write it to ~/.config/fish/completions/clblint.fish
function __clblint_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    for found in ($program completion --words $words "$current" 2>/dev/null)
        if string match -q ':files*' -- $found
            __fish_complete_path "$current"
        else
            echo $found
        end
    end
end
complete -c clblint -f -a '(__clblint_complete)'
""",
}


def parser() -> Parser:
    """The parser of `clblint completion`."""
    made = bare_parser("completion", tr("Print a script that completes command lines."))
    made.missing_argument = tr("name a shell, such as: clblint completion bash")
    made.add_argument("shell", choices=sorted(_SCRIPTS))
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the script for a shell, or the candidates that the script asks for; returns the exit code."""
    if arguments[:1] == [_QUESTION]:
        lines = ("\t".join(word) for word in dict(candidates(list(arguments[1:]) or [""])).items())
        put("".join(f"{line}\n" for line in lines))
    else:
        put(_SCRIPTS[parsed(parser(), arguments).shell].lstrip())
    return 0


def candidates(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the candidates for the last word of a command line that begin with that word, and their descriptions."""
    *before, current = words
    verb = before[0] if before and before[0] in VERBS else ""
    made = importlib.import_module(f"{__package__}.{verb}").parser() if verb else check_parser()
    actions = actions_of(made)
    options = {name: action for action in actions for name in action.option_strings}
    if "--" in before:
        found, prefix = _positionals(actions, verb, []), ""
    elif before and (asked := options.get(before[-1])) and asked.nargs is None:
        found, prefix = _values(asked, made.formats), _list_prefix(asked, current)
    elif (option := options.get(current.partition("=")[0])) and "=" in current:
        name, _, value = current.partition("=")
        found, prefix = _values(option, made.formats), f"{name}={_list_prefix(option, value)}"
    elif current.startswith("-") and current != "-":
        found, prefix = _options(actions, before), ""
    else:
        found, prefix = _positionals(actions, verb, before), ""
    for word, meaning in found:
        if word == _FILES[0] or f"{prefix}{word}".startswith(current):
            yield (word if word == _FILES[0] else f"{prefix}{word}"), " ".join(meaning.split())


def _list_prefix(action: argparse.Action, value: str) -> str:
    """The items before the last one of a comma list, with the last comma; empty if the option takes no list."""
    return value[: value.rfind(",") + 1] if action.metavar == "X" else ""


def _options(actions: Iterable[argparse.Action], before: Sequence[str]) -> Words:
    for action in actions:
        given = not isinstance(action, argparse._AppendAction) and not {*action.option_strings}.isdisjoint(before)  # noqa: SLF001 - no public name
        if action.option_strings and action.help != argparse.SUPPRESS and not given:
            yield action.option_strings[-1], action.help or ""


def _positionals(actions: Iterable[argparse.Action], verb: str, before: Sequence[str]) -> Words:
    if not verb and not before:
        yield from ((verb, tr(meaning)) for verb, meaning in VERBS.items())
    for action in actions:
        if not action.option_strings:
            yield from _values(action)


def _values(action: argparse.Action, formats: Iterable[str] = ()) -> Words:
    if action.choices:
        return [(str(choice), "") for choice in action.choices]
    if action.metavar in PATH_METAVARS:
        return [_FILES]
    if action.metavar == "X":
        return [("all", tr("every rule")), ("pedantic", tr("rules that only advise")), *_packs(), *_rules()]
    if action.metavar == "RULE | ANNOTATION | CAUSE":
        rules = _rules()
        return [*rules, *_annotations(), *_causes({name for name, _ in rules})]
    return [(name, "") for name in formats] if action.dest == "format" else []


def _causes(known: set[str]) -> Words:
    from clblint.search.event_texts import rules_by_cause  # noqa: PLC0415 - only for explain

    return [(name, tr("cause")) for name in rules_by_cause() if name not in known]


def _rules() -> Words:
    from clblint.config.read import load_config  # noqa: PLC0415 - options need no rules
    from clblint.plugins.registry import Rulebook  # noqa: PLC0415 - options need no rules

    try:
        rules = Rulebook(load_config(None).disabled_plugins).rules
    except UsageError:  # a broken configuration is reported when the command runs
        return []
    return [(rule.name, f"{rule.severity.label}, {rule.pack.removeprefix('clblint_')}") for rule in rules]


def _packs() -> Words:
    packs = {meaning.partition(", ")[2] for _, meaning in _rules()}
    return [(pack, tr("all rules of the pack")) for pack in sorted(packs)]


def _annotations() -> Words:
    from clblint.kube.catalogue.catalogue import catalogue  # noqa: PLC0415 - options need no annotations

    return [(annotation.suffix, tr("annotation")) for annotation in catalogue()]
