"""`Client`: what an editor says that it can do, in a few yes and no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.i18n.language import CHINESE, ENGLISH

if TYPE_CHECKING:
    from lsprotocol.types import InitializeParams


class Client(NamedTuple):
    """What the editor can do, and what its user has set.

    `pulls` says that it asks for diagnostics and can be told to ask again; otherwise they are pushed. `opens` says that
    it opens pages, `watches` that it can tell of changes on disk, `versions` that it refuses an edit of a text that it
    no longer has. `lens` asks for the plan above each Service.
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
    told = _Told(params.capabilities)
    published = "text_document.publish_diagnostics"
    refreshes = told.has("workspace.diagnostics.refresh_support")
    made = Client(
        language=CHINESE if (params.locale or "").lower().startswith(CHINESE) else ENGLISH,
        pulls=refreshes and told.has("text_document.diagnostic"),
        related=told.has(f"{published}.related_information"),
        links_rules=told.has(f"{published}.code_description_support"),
        unneeded=told.has(f"{published}.tag_support"),
        progress=told.has("window.work_done_progress"),
        opens=told.has("window.show_document.support"),
        watches=told.has("workspace.did_change_watched_files.dynamic_registration"),
        versions=told.has("workspace.workspace_edit.document_changes"),
        literals=told.has("text_document.code_action.code_action_literal_support"),
    )
    return made.with_settings(params.initialization_options)


class _Told:
    """The capabilities of a client, by dotted names."""

    def __init__(self, capabilities: object) -> None:
        self._capabilities = capabilities

    def has(self, name: str) -> bool:
        """Whether something is there, and is not false."""
        found = self._capabilities
        for part in name.split("."):
            found = getattr(found, part, None)
        return found is not None and found is not False
