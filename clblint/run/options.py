"""The options of a run as plain values, whether a command line gave them or a program did."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Options(NamedTuple):
    """What a run is asked for; each field is the option of its name, and what is empty was not given."""

    # what is read
    paths: tuple[str, ...] = ()
    config: str | None = None
    context: tuple[str, ...] = ()
    inventory: str | None = None
    stdin_filename: str | None = None
    force_exclude: bool = False
    no_gitignore: bool = False
    against: str | None = None
    # what is found; None and an empty list of rules are not the same
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    pedantic: bool = False
    min_severity: str | None = None
    # what is reported, where and how
    format: tuple[str, ...] = ("text",)
    fail_on: str | None = None
    baseline: str | None = None
    show_suppressed: bool = False
    allow_empty: bool = False
    fail_on_empty: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    # what is written
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    add_ignore: str | None = None
    # how it is done
    jobs: int | None = None
    no_cache: bool = False
    no_prefilter: bool = False

    @property
    def roots(self) -> tuple[str, ...]:
        """The paths, or the current folder where none is named."""
        return self.paths or (".",)
