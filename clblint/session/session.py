"""`Session`: the files of a project, some with unsaved texts, and the findings in them."""

from __future__ import annotations

import contextlib
import os

from clblint.discovery.walk import would_be_walked
from clblint.errors import ChangedError, UsageError
from clblint.files.paths import display_path
from clblint.files.working_folder import absolute, in_folder, real
from clblint.i18n.language import ENGLISH, in_language, tr, why_of
from clblint.light import TypeVar
from clblint.report.tally import coverage_notes
from clblint.report.translator import Translator
from clblint.run.options import Options
from clblint.run.output import summarize
from clblint.session.fixes import proven
from clblint.session.plans import plans_in
from clblint.session.settings import SessionSettings
from clblint.session.state import State
from clblint.session.texts import Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.session.plans import PlannedService

    Findings = tuple[Finding, ...]

T = TypeVar("T")

_MOST_TURNS = 5  # in which files change on disk while they are checked


class Session:
    """Lints the files of a folder again and again; see `clblint.session` for an example.

    Paths are relative to the folder, or absolute. Several sessions may work at once in the threads of a process, whose
    working directory and language do not matter; calls of one session must not overlap. While a session
    parses YAML, the event classes of the C parser of ruamel.yaml are replaced in the whole process (see
    `clblint.source.events.NodeEvents`): do not call `YAML(typ="safe")` of ruamel.yaml in another thread meanwhile.
    """

    def __init__(self, folder: str = ".", options: Options | None = None, language: str = ENGLISH) -> None:
        """`options` are those of a command line without paths; `language` is `en` or `zh`."""
        self.folder = absolute(folder)
        self._real = real(folder)  # the working directory of a run that is started there
        self.language = language
        self._options = options or Options()
        self._texts = Texts()
        self._state: State | None = None
        self._changed: set[str] = set()
        self._reloaded: set[str] = set()  # those of them that `reload` named
        self._is_stale = True  # whether the settings have to be read again
        self._fault = ""
        self._work: Iterator[int] | None = None
        self._reported: dict[str, Findings] = {}

    def set_text(self, path: str, data: bytes | str) -> None:
        """Use this text instead of the file on disk, which need not exist."""
        name = self.name_of(path)
        self._texts.unsaved[name] = data.encode() if isinstance(data, str) else data
        self._changed.add(name)

    def close(self, path: str) -> None:
        """Drop the text that `set_text` has set: the file on disk counts again."""
        name = self.name_of(path)
        self._reported.pop(name, None)
        if self._texts.unsaved.pop(name, None) is not None:
            self._changed.add(name)

    def reload(self, path: str) -> None:
        """Read a file on disk again: it was saved, created or deleted."""
        name = self.name_of(path)
        self._changed.add(name)
        self._reloaded.add(name)

    def name_of(self, path: str) -> str:
        """The path by which a file is reported."""
        return display_path(display_path(path, self.folder), self._real)

    def update_in_steps(self) -> Iterator[int]:
        """Read what has changed, in short steps; yields the number of files left. Other methods take all steps at once.

        Raises `UsageError` for a fault in a configuration; the session then goes on with the one before.
        """
        while self._work is not None or self._changed or self._is_stale:
            with self._at_home():
                if self._work is None:
                    self._work = self._settle()
                left = next(self._work, None)
            if left is None:
                self._work = None
            else:
                yield left

    def findings(self, path: str) -> Findings:
        """The findings in a file, sorted, as `clblint` would report them; none if it is not one of the project.

        Whether a fix mends all kustomizations that use the file is not tried: see `fixed`.
        """
        name = self.name_of(path)
        return self._answer(name, lambda state: self._translated(state.judge.found(name), state))

    def reads(self, path: str) -> bool:
        """Whether a file is one of the project, is used by a kustomization of it, or holds settings or an inventory."""
        name = self.name_of(path)
        return self._answer(name, lambda state: state.reads(name))

    def fixed(self, path: str, findings: Findings) -> Findings:
        """Some findings of a file with their fixes as text (`replacements`), without edits where no fix holds."""
        name = self.name_of(path)
        return self._answer(name, lambda state: proven(findings, name, state))

    def plans(self, path: str) -> list[PlannedService]:
        """What the CCM would build from the Services in a file, as `clblint plan` prints it."""
        name = self.name_of(path)
        return self._answer(name, lambda state: plans_in(name, state))

    def text(self, path: str) -> bytes:
        """What a file holds, saved or not; raises `UsageError` if it cannot be read."""
        name = self.name_of(path)
        with self._at_home():
            return self._texts(name)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules that are installed; none before the settings are read."""
        return self._state.settings.book.rules if self._state is not None else ()

    def _answer(self, name: str, ask: Callable[[State], T]) -> T:
        """An answer about a file as all files are now."""
        for _ in range(_MOST_TURNS):
            for _ in self.update_in_steps():
                pass
            with self._at_home(), in_language(self.language):
                try:
                    if self._state is not None:
                        return ask(self._state)
                except ChangedError as error:
                    self._changed.add(str(error))
        with in_language(self.language):
            raise UsageError(tr("{path} changed repeatedly while it was read; try again", path=name))

    def changed_findings(self) -> Iterator[tuple[str, Findings]]:
        """Yield the open files whose findings differ from those that this method yielded last, with their findings."""
        for name in list(self._texts.unsaved):
            found = self.findings(name)
            if self._reported.get(name) != found and name in self._texts.unsaved:
                self._reported[name] = found
                yield name, found

    def notes(self) -> tuple[str, ...]:
        """The messages beside the findings, about the files whose findings were asked for.

        They name files that cannot be read, rules that crashed, and what was not checked, such as templates and checks
        that wait for facts about the cluster.
        """
        if self._state is None:
            return ()
        seen = self._state.judge.seen
        with in_language(self.language):
            return (*seen.errors, *coverage_notes(summarize(seen)))

    def _translated(self, findings: Findings, state: State) -> Findings:
        """Findings in the language of the session."""
        return findings if self.language == ENGLISH else tuple(map(Translator(self.language, state.packs), findings))

    @property
    def fault(self) -> str:
        """The faults in a configuration, because of which the settings before still apply, or in the inventories.

        A line for each; empty if there is none.
        """
        if self._fault or self._state is None:
            return self._fault
        with in_language(self.language):
            return "\n".join(self._state.settings.flaws)

    def _settle(self) -> Iterator[int]:
        """Take all changes so far, in steps. After an error, they still have to be taken."""
        reloaded, self._reloaded = self._reloaded, set()
        state = self._state
        missing = bool(self._fault and reloaded)  # any of them may be what a configuration names in vain
        if state is None or self._is_stale or missing or any(map(state.settings.depend_on, reloaded)):
            state = self._new_state()
        changed, self._changed = self._changed, set()
        try:
            yield from self._take(changed, state)
        except Exception:
            self._changed |= changed
            self._state, self._is_stale = None, True  # it may have stopped half-way
            raise

    def _new_state(self) -> State:
        """The state with the present settings. A fault in them is raised once if the session has older ones."""
        self._is_stale = self._state is None
        try:
            with in_language(self.language):
                made = State(SessionSettings(self._options, self._texts.unsaved), self._texts)
        except UsageError as error:
            self._fault = str(error)
            raise
        self._fault, self._is_stale = "", False
        return made

    def _take(self, changed: set[str], state: State) -> Iterator[int]:
        """Take the changes of some files."""
        found = None
        if state is not self._state or any(self._came_or_went(path, state) for path in changed):
            found = state.settings.inputs(self._texts.unsaved)
            self._texts.leave_out(found.values())
            state.apart = {path for path in changed if path not in found and self._texts.exists(path)}
        yield from state.layout.renew(changed, found)
        state.judge.take_changes()
        self._state = state

    def _came_or_went(self, path: str, state: State) -> bool:
        is_known, is_there = path in state.layout.inputs, self._texts.exists(path)
        return is_known != is_there and path not in state.apart and (is_known or would_be_walked(path))

    @contextlib.contextmanager
    def _at_home(self) -> Iterator[None]:
        """Work in the folder of the session: paths are reported relative to it."""
        try:
            os.stat(os.path.join(self.folder, os.curdir))
        except OSError as error:
            with in_language(self.language):
                message = tr("{path}: {why}", path=self.folder, why=why_of(error))
            raise UsageError(message) from error
        self._real = os.path.realpath(self.folder)
        with in_folder(self._real):
            yield
