"""`State`: what a session knows; new settings need a new state."""

from __future__ import annotations

from clblint.engine.worker import Worker
from clblint.session.judging import Judge
from clblint.session.layout import Layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.session.settings import SessionSettings
    from clblint.session.texts import Texts


class State:
    """The files and their findings; `apart` are existing files that do not belong to the project."""

    def __init__(self, settings: SessionSettings, texts: Texts) -> None:
        self.settings = settings
        self.texts = texts
        self.worker = Worker(settings.worker_settings, texts)
        self.layout = Layout(self.worker, texts)
        self.judge = Judge(settings, self.layout, self.worker, texts)
        self.packs = {rule.name: rule.pack for rule in settings.book.rules}
        self.apart: set[str] = set()

    def reads(self, path: str) -> bool:
        """Whether a file has a say in the findings."""
        layout = self.layout
        return path in layout.inputs or bool(layout.users(path)) or self.settings.depend_on(path)
