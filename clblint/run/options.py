"""`Options`: the options of a run as plain values, independent of argparse."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Options(NamedTuple):
    """The options of a run; each field is the command line option of that name, with its default."""

    # inputs
    paths: tuple[str, ...] = ()
    config: str | None = None
    context: tuple[str, ...] = ()
    inventory: str | None = None
    stdin_filename: str | None = None
    force_exclude: bool = False
    no_gitignore: bool = False
    against: str | None = None
    # selection; None means that the option was not given, () that it was empty
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    pedantic: bool = False
    min_severity: str | None = None
    # reporting
    format: tuple[str, ...] = ("text",)
    fail_on: str | None = None
    baseline: str | None = None
    show_suppressed: bool = False
    allow_empty: bool = False
    fail_on_empty: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    # changes to files
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    add_ignore: str | None = None
    # execution
    jobs: int | None = None
    no_cache: bool = False
    no_prefilter: bool = False

    @property
    def roots(self) -> tuple[str, ...]:
        """The paths, or the current folder if none was given."""
        return self.paths or (".",)
