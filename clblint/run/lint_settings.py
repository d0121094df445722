"""`SettingsFactory`: rules, cluster and inventory of each file, from the options and the configurations."""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.lint.severity import Severity
from clblint.run.inputs import Inventories
from clblint.run.output import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.config.choice import RuleChoice
    from clblint.config.model import Config
    from clblint.config.per_file import Configs
    from clblint.lint.rule import Rule
    from clblint.lint.settings import LintSettings, SettingsByFile
    from clblint.plugins.registry import Rulebook
    from clblint.run.options import Options


class SettingsFactory:
    """Combines the options and the configurations of a run; rules are loaded when first needed."""

    def __init__(self, options: Options, configs: Configs, book: Rulebook) -> None:
        self.options = options
        self.configs = configs
        self.book = book
        self.select, self.ignore = _names(options.select or ()), _names(options.ignore or ())
        if options.select and not self.select:
            raise UsageError(tr("--select names no rule: give names, packs, globs, or leave it out for the default"))
        self._choices: dict[str, RuleChoice] = {}
        self._rules: dict[str, tuple[Rule, ...]] = {}
        self._lowest_of: dict[str, Severity] = {}  # by the path of a configuration
        self.inventories = Inventories(options.inventory, configs)

    @property
    def settings_by_file(self) -> SettingsByFile:
        """The lint settings of each file."""
        from clblint.lint.settings import SettingsByFile  # noqa: PLC0415 - not needed if the cache has all results

        configs = self.configs
        return SettingsByFile(lambda: len(configs.parts), configs.number_of, self._lint_settings, configs.declared)

    def _lint_settings(self, number: int) -> LintSettings:
        from clblint.lint.settings import LintSettings  # noqa: PLC0415 - as said

        part = self.configs.parts[number]
        return LintSettings(self.rules(part.config), part.cluster, self.inventories.at(number))

    def selection(self, config: Config) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names in `select` and in `ignore`; the command line replaces the configuration."""
        return (
            self.select if self.options.select else config.select,
            self.ignore if self.options.ignore else config.ignore,
        )

    def choice(self, config: Config) -> RuleChoice:
        """The rules that a configuration selects; raises `UsageError` with the place of an unknown name."""
        if config.path not in self._choices:
            from clblint.config.choice import RuleChoice  # noqa: PLC0415 - as said

            rules, narrows = self.book.rules, bool(self.options.select)
            try:
                made = RuleChoice(rules, *self.selection(config), config, narrows=narrows)
                self._rules[config.path] = made.rules
            except UsageError as error:
                for line in self.book.errors:  # the unknown rule may belong to a plugin that could not be loaded
                    tell(line)
                raise self._placed(error, config) from error
            self._choices[config.path] = made
        return self._choices[config.path]

    def rules(self, config: Config) -> tuple[Rule, ...]:
        """The rules that run over the files of a configuration."""
        self.choice(config)
        return self._rules[config.path]

    def _placed(self, error: UsageError, config: Config) -> UsageError:
        """The error about an unknown name, with its place if that is in a configuration."""
        from clblint.lint.unknown_rule import UnknownRuleError  # noqa: PLC0415 - a run ends here

        if not isinstance(error, UnknownRuleError) or error.name in (*self.select, *self.ignore):
            return error
        from clblint.config.parse import place_of_rule  # noqa: PLC0415 - only for a message

        place = place_of_rule(config, error.name)
        return UsageError(tr("{path}: {why}", path=place, why=str(error))) if place else error

    @property
    def are_alike(self) -> bool:
        """Whether all files that were met have the same settings."""
        return len(self.configs.parts) == 1

    def key_of(self, path: str) -> bytes:
        """A digest of the settings of a file; empty if all files have the same."""
        number = self.configs.number_of(path)
        return b"" if self.are_alike else self._key(number)

    def _key(self, number: int) -> bytes:
        export = self.inventories.export(number)
        return self.configs.parts[number].key + (export.digest if export else b"")

    @property
    def digest(self) -> bytes:
        """A digest of what all findings depend on, beside the files and the code."""
        alike = self._key(0) if self.are_alike else b""
        given = (self.options.select is not None, self.options.ignore is not None)  # an empty list differs from none
        return repr((given, self.select, self.ignore, alike)).encode(errors="replace")

    def lowest(self, path: str | None = None) -> Severity:
        """The lowest reported severity of a file, or of all files; `pedantic` if rules are selected by name."""
        if path is None:
            return self._lowest(*[part.config for part in self.configs.parts])
        config = self.configs.of(path)
        found = self._lowest_of.get(config.path)
        if found is None:
            found = self._lowest_of[config.path] = self._lowest(config)
        return found

    def _lowest(self, *configs: Config) -> Severity:
        options = self.options
        if options.min_severity:
            return Severity[options.min_severity.upper()]
        asked = options.pedantic or self.configs.main.pedantic or options.select or any(one.select for one in configs)
        return Severity.PEDANTIC if asked else Severity.NOTE


def _names(lists: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for text in lists for name in text.split(",") if name.strip())
