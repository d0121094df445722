"""`clblint plan`: prints the load balancers that the CCM would build from Services."""

from __future__ import annotations

from clblint.cli.common import print_json, print_rows, verb_parser
from clblint.cli.options import add_input_options, options_of
from clblint.cli.parsers import parsed
from clblint.errors import UsageError
from clblint.i18n.language import ENGLISH, current_language, tr
from clblint.plan.document import plan, plan_document
from clblint.plan.text import plan_text
from clblint.plugins.registry import Rulebook
from clblint.run.builds import build_all
from clblint.run.inputs import InputReader, against_of, configs_of, in_place, inputs_of, is_empty, place_of
from clblint.run.lint_settings import SettingsFactory
from clblint.run.output import tell, tell_passed_over
from clblint.run.planned import PlannedProject, one_by_one
from clblint.run.verdicts import verdicts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.cli.parsers import Parser
    from clblint.run.options import Options

_PICTURES = ("mermaid", "svg", "markdown")


def parser() -> Parser:
    """The parser of `clblint plan`."""
    made = verb_parser("plan", tr("Print what the CCM would build from these Services."), *_PICTURES, "yaml")
    add_input_options(made)
    made.add_argument(
        "--against",
        metavar="REV|DIR",
        help=tr("what the change from that git revision or folder to the paths does to the load balancers"),
    )
    made.add_argument(
        "--as", dest="kind", choices=("nlb",), help=tr("what each CLB Service would be as an NLB Service; also as YAML")
    )
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the plan; returns the exit code, 1 if a document could not be parsed, 2 if a file could not be read."""
    made = parser()
    given = parsed(made, arguments)
    options, format_ = options_of(given), given.format
    _refuse_contradictions(made, options, format_, given.kind)
    configs = configs_of(options)
    older, paths = against_of(options)
    reader = InputReader()
    found = inputs_of(options._replace(paths=paths), configs) if paths or not older else []
    reader.leave_out(found)
    tell_passed_over()
    if is_empty(found, reader, options):
        raise UsageError(tr("nothing on standard input: did the command before it fail?"))
    inputs, read = in_place(found, reader, options)
    built = build_all(inputs, read, place_of(options))
    factory = SettingsFactory(options, configs, Rulebook(configs.main.disabled_plugins))
    inventories = factory.inventories
    project = PlannedProject(built, read, configs.declared)
    errors = [*project.errors, *(str(flaw) for inventory in inventories.every() for flaw in inventory.flaws)]
    verdicts = verdicts_of(factory, ENGLISH if format_ == "json" else current_language())
    balancers = project.balancers(configs, inventories, verdicts)
    if given.kind is not None:
        from clblint.cli.plan_as import print_moves  # noqa: PLC0415 - most plans move nothing

        errors += print_moves(list(balancers), verdicts, format_, project.templates)
    elif older is not None:
        from clblint.cli.plan_against import print_change  # noqa: PLC0415 - only for --against

        print_change((options, format_), older, list(balancers), (built, read, configs, inventories), verdicts)
    elif format_ == "json":
        plans = one_by_one(balancers, lambda one: plan(one, verdicts.sync_end_of(one)))
        print_json(plan_document(plans, (root.document for root in built.failing)))
    elif format_ in _PICTURES:
        from clblint.cli.plan_picture import print_pictures  # noqa: PLC0415 - most plans are text
        from clblint.picture.service import draw, is_drawn  # noqa: PLC0415 - most plans are text

        drawn = (one for one in balancers if is_drawn(one.service))
        print_pictures(format_, list(one_by_one(drawn, lambda one: draw(one, verdicts.sync_end_of(one)))))
    else:
        _print_texts(one_by_one(balancers, lambda one: plan_text(one, verdicts.sync_end_of(one))))
    for line in (*project.flaws, *errors):
        tell(line)
    return 2 if errors else int(project.is_broken)


def _print_texts(texts: Iterable[str]) -> None:
    between = ""
    for text in texts:
        print_rows(between + text)
        between = "\n"
    if not between:
        print_rows(tr("no Service in what was read\n"))


def _refuse_contradictions(made: Parser, options: Options, format_: str, kind: str | None) -> None:
    if format_ in _PICTURES and kind is not None:
        made.error(tr("--as nlb draws nothing: leave out --format {format}", format=format_))
    if format_ == "yaml" and kind is None:
        made.error(tr("--format yaml is for a Service that is moved: say where to with --as nlb"))
    if kind is not None and options.against is not None:
        made.error(tr("--as nlb is about the Services as they are: leave out --against"))
