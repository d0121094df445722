"""The input files of a run (reported ones and context), its configurations, inventories and older revision."""

from __future__ import annotations

from clblint.discovery.walk import Input, collect, context_of, matching
from clblint.errors import UsageError
from clblint.files.paths import display_path
from clblint.files.read import STDIN, read_input
from clblint.files.working_folder import absolute, is_file
from clblint.i18n.language import prefer_language, shortened, tr
from clblint.kube.kustomize.role import is_kustomization

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.config.parts import NamedPath
    from clblint.config.per_file import Configs
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.load import Export
    from clblint.run.against import OlderRevision
    from clblint.run.options import Options


def inputs_of(options: Options, configs: Configs) -> list[Input]:
    """The files that the options name, with context files, sorted by path."""
    paths = options.roots
    if options.stdin_filename and STDIN not in paths:
        raise UsageError(tr("--stdin-filename names what standard input holds: give - as the path to read it"))
    heed = not options.no_gitignore
    collected = collect(paths, gitignore=heed, named=not options.force_exclude, look=configs.look)
    own = [item for item in collected if not _excluded(item, configs, force=options.force_exclude)]
    if options.stdin_filename:
        name = display_path(options.stdin_filename)
        own = [item._replace(stands_for=name) if item.path == STDIN else item for item in own]
    known = {item.path for item in own}
    if options.stdin_filename:
        known.add(display_path(options.stdin_filename))
    if options.context or configs.main.context:
        around = collect(options.context, gitignore=heed) + matching(configs.main.context)
    else:
        around = context_of(_standing(paths, options), known, configs.root_of, gitignore=heed)
        around += _bases_of([*own, *around], configs)
    context = (item._replace(reported=False) for item in around if item.path not in known)
    kept = {item.path: item for item in context if not _excluded(item, configs, force=True)}
    found = [*own, *kept.values()]
    return sorted(_once(found, options.stdin_filename) if any(item.linked for item in found) else found)


def _bases_of(inputs: Sequence[Input], configs: Configs) -> list[Input]:
    """The files outside of a project that the kustomizations among the inputs use."""
    if not any(map(is_kustomization, (item.path for item in inputs))):
        return []
    from clblint.run.bases import bases_of  # noqa: PLC0415 - only with kustomizations

    return bases_of(inputs, configs.root_of)


def place_of(options: Options) -> Callable[[str], str]:
    """A function from inputs to absolute paths; standard input stands for the file that `--stdin-filename` names."""
    stdin = options.stdin_filename or STDIN
    return lambda path: absolute(stdin if path == STDIN else path)


def piped_as(options: Options) -> str:
    """The path of the file that standard input stands for; empty if it stands for none."""
    name = options.stdin_filename
    return display_path(name) if name is not None else ""


def in_place(
    inputs: Sequence[Input], read: Callable[[str], bytes], options: Options
) -> tuple[Sequence[Input], Callable[[str], bytes]]:
    """The inputs and their reader, `named`, with those that Flux and Argo CD make of kustomizations."""
    from clblint.kube.kustomize.deployed import with_deployed  # noqa: PLC0415 - not needed for options

    return with_deployed(*named(inputs, read, options), place_of(options))


def named(
    inputs: Sequence[Input], read: Callable[[str], bytes], options: Options
) -> tuple[Sequence[Input], Callable[[str], bytes]]:
    """The inputs and their reader, with what is on standard input under the name of the file that it stands for.

    What belongs to it depends on its folder.
    """
    name = piped_as(options)
    if not name:
        return inputs, read
    others = (item for item in inputs if item.path != name)
    own = [item._replace(path=name, stands_for="") if item.path == STDIN else item for item in others]
    return sorted(own), lambda path: read(STDIN if path == name else path)


def is_empty(inputs: Iterable[Input], read: Callable[[str], bytes], options: Options) -> bool:
    """Whether standard input is an input, is empty, and has no name: an editor with an empty file gives the name."""
    if is_file(options.stdin_filename or ""):
        return False
    return any(item.path == STDIN for item in inputs) and not read(STDIN).strip()


def _once(inputs: Iterable[Input], stdin_name: str | None) -> Iterable[Input]:
    """Yield each file once, under the first of its names."""
    from clblint.files.links import identity_of  # noqa: PLC0415 - hardly a project has links

    found: dict[str, Input] = {}
    for item in inputs:
        path = stdin_name if stdin_name and item.path == STDIN else item.path
        place = identity_of(path, linked=item.linked)
        first = found.get(place, item)
        found[place] = first._replace(explicit=first.explicit or item.explicit)
    return found.values()


def _standing(paths: Sequence[str], options: Options) -> list[str]:
    """The paths by which the project is found; standard input counts as the file that `--stdin-filename` names."""
    name = options.stdin_filename
    if name is None or not is_file(name):
        return list(paths)
    return [name if path == STDIN else path for path in paths]


def configs_of(options: Options) -> Configs:
    """The configurations of a run with these options; sets the language of messages to that of the main one."""
    from clblint.config.per_file import Configs  # noqa: PLC0415 - some verbs read options only

    found = Configs(options.roots, options.config, options.stdin_filename, kept=not options.no_cache)
    prefer_language(found.main.lang)
    return found


def against_of(options: Options) -> tuple[OlderRevision | None, tuple[str, ...]]:
    """The older revision if `--against` is given, and the paths to check, without those that only that one has."""
    if options.against is None:
        return None, options.paths
    from clblint.run.against import OlderRevision  # noqa: PLC0415 - most runs compare with nothing

    found = OlderRevision(options.against, options.paths)
    return found, tuple(found.still_there(options.roots))


class Inventories:
    """The inventories that the options or the configurations name, by the number of the configuration part."""

    def __init__(self, option: str | None, configs: Configs) -> None:
        self._option = option
        self._configs = configs
        self._exports: dict[object, Export | None] = {}
        self._read: dict[int, Inventory] = {}

    def export(self, number: int) -> Export | None:
        """The exported files of the inventory of a part, not parsed yet; None if the part has no inventory."""
        named = self._configs.parts[number].inventory
        key = self._option or named
        if key not in self._exports:
            self._exports[key] = self._find(named) if key else None
        return self._exports[key]

    def at(self, number: int) -> Inventory | None:
        """The inventory of a part; parts that name the same share it."""
        export = self.export(number)
        if export is None:
            return None
        if id(export) not in self._read:
            self._read[id(export)] = export.read()
        return self._read[id(export)]

    def _find(self, named: Iterable[NamedPath]) -> Export:
        from clblint.inventory.load import find_export, joined  # noqa: PLC0415 - most runs have none

        if self._option:
            return find_export(self._option)
        return joined([self._placed(one, find_export) for one in named])

    def _placed(self, named: NamedPath, find: Callable[[str], Export]) -> Export:
        """The exported files that a configuration names; errors name the place in the configuration."""
        span = named.place.span
        place = f"{named.place.path}:{span.line}:{span.column}"
        try:
            self._refuse_elsewhere(named)
            return find(named.path).named_at(place)
        except UsageError as error:
            raise UsageError(tr("{place}: inventory: {why}", place=place, why=error)) from error

    def _refuse_elsewhere(self, named: NamedPath) -> None:
        if self._configs.holds(named):
            return
        message = tr(
            "{path} is not in the project: an inventory from elsewhere is named with --inventory",
            path=shortened(display_path(named.path)),
        )
        raise UsageError(message)

    def of(self, path: str) -> Inventory | None:
        """The inventory for a file, by its reported path; None if there is none."""
        return self.at(self._configs.number_of(path))

    def every(self) -> list[Inventory]:
        """All inventories, each once."""
        found = map(self.at, range(len(self._configs.parts)))
        return list({id(one): one for one in found if one is not None}.values())


def _excluded(item: Input, configs: Configs, *, force: bool) -> bool:
    return configs.excludes(item.path) and (force or not item.explicit)


class InputReader:
    """Reads the bytes of a path; standard input is read once, and files outside the project are refused."""

    def __init__(self) -> None:
        self._piped: bytes | None = None
        self._outside: frozenset[str] = frozenset()

    def leave_out(self, inputs: Iterable[Input]) -> None:
        """Refuse to read links among the inputs that lead out of the project, unless the user named them."""
        self._outside = frozenset([item.path for item in inputs if item.outside])

    def __call__(self, path: str) -> bytes:
        """Read a path; raises `UsageError` if that is not possible or not allowed."""
        if path in self._outside:
            message = tr(
                "{path}: a link that leads out of the project, so it is not read; name the file to have it checked, "
                "or exclude it",
                path=path,
            )
            raise UsageError(message)
        if path != STDIN:
            return read_input(path)
        if self._piped is None:
            self._piped = read_input(path)
        return self._piped
