"""`Client`: the capabilities of an editor that matter here."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.language import CHINESE, ENGLISH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lsprotocol.types import InitializeParams


class Client(NamedTuple):
    """What the editor can do, and what its user has set.

    Attributes:
        language: of messages, `en` or `zh`.
        pulls: it asks for diagnostics, and asks again on request; otherwise the server pushes them.
        related: it shows further places of a diagnostic.
        links_rules: it shows links to the pages of rules.
        unneeded: it shows text without effect as such.
        progress: it shows progress reports.
        opens: it opens pages.
        watches: it reports changes of files on disk.
        literals: it takes code actions, not only commands.
        lenses_again: it asks for lenses again on request.
        versions: it refuses an edit of a version of the text that it no longer has.
        lens: its user wants the plan above each Service.
        pedantic: its user wants pedantic findings, too.
        config: the configuration that its user names.
    """

    language: str = ENGLISH
    pulls: bool = False
    related: bool = False
    links_rules: bool = False
    unneeded: bool = False
    progress: bool = False
    opens: bool = False
    watches: bool = False
    literals: bool = False
    lenses_again: bool = False
    versions: bool = False
    lens: bool = False
    pedantic: bool = False
    config: str | None = None

    def with_settings(self, given: object) -> Client:
        """The same with the settings of the user: `lens`, `pedantic`, `config` and `language`."""
        settings = _of_clblint(given)
        language, config = settings.get("language"), settings.get("config", self.config)
        return self._replace(
            language=language if language in {ENGLISH, CHINESE} else self.language,
            lens=settings.get("lens", self.lens) is True,
            pedantic=settings.get("pedantic", self.pedantic) is True,
            config=config if isinstance(config, str) and config else None,
        )


def _of_clblint(given: object) -> dict[str, Any]:
    """Our part of the settings of an editor, which may be all of them."""
    found = given.get("clblint", given) if isinstance(given, dict) else None
    return found if isinstance(found, dict) else {}


def client_of(params: InitializeParams) -> Client:
    """The client that initializes the server."""
    able = _Capabilities(params.capabilities)
    published = "text_document.publish_diagnostics"
    refreshes = able.has("workspace.diagnostics.refresh_support")
    made = Client(
        language=CHINESE if (params.locale or "").lower().startswith(CHINESE) else ENGLISH,
        pulls=refreshes and able.has("text_document.diagnostic"),
        related=able.has(f"{published}.related_information"),
        links_rules=able.has(f"{published}.code_description_support"),
        unneeded=able.has(f"{published}.tag_support"),
        progress=able.has("window.work_done_progress"),
        opens=able.has("window.show_document.support"),
        watches=able.has("workspace.did_change_watched_files.dynamic_registration"),
        lenses_again=able.has("workspace.code_lens.refresh_support"),
        versions=able.has("workspace.workspace_edit.document_changes"),
        literals=able.has("text_document.code_action.code_action_literal_support"),
    )
    return made.with_settings(params.initialization_options)


class _Capabilities:
    """The capabilities of a client, by dotted names."""

    def __init__(self, capabilities: object) -> None:
        self._capabilities = capabilities

    def has(self, name: str) -> bool:
        """Whether something is there, and is not false."""
        found = self._capabilities
        for part in name.split("."):
            found = getattr(found, part, None)
        return found is not None and found is not False
