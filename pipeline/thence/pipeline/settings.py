"""Everything besides documents and decisions that a build depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from thence.config import Config, load_config
from thence.errors import ConfigError, Location, UsageError
from thence.extract import recipe
from thence.extract.mapping import Mappings, load_mappings
from thence.model.rule import RuleSet
from thence.names import content_hash
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import Lexicon, load_lexicon
from thence.read import Options
from thence.reason import load_rules

__all__ = ["Settings", "ignored", "load_settings", "own_files", "passwords_in", "reading_options", "settings_hashes"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything besides documents and decisions that a build depends on.

    path: the settings file, whether it exists or not.
    """

    config: Config
    ontology: Ontology
    lexicon: Lexicon
    mappings: Mappings
    rules: RuleSet
    path: Path

    @property
    def extractor(self) -> str:
        """The extraction recipe: a new one means that every document is to be read again."""
        return recipe(self.ontology, self.lexicon, self.mappings)


def load_settings(config_path: Path, *, required: bool = False) -> Settings:
    """Return the settings that a thence.toml names, with the shipped ones; paths are relative to its folder.

    required: a missing file is an error. Raises ConfigError, RuleError or DataError for what it cannot use.
    """
    if required and not config_path.is_file():
        raise ConfigError("TH203", f"no configuration at {config_path}", hint="thence init writes one")
    config = load_config(config_path)

    def named(setting: str, paths: Sequence[str]) -> list[Path]:
        found = [config_path.parent / path for path in paths]
        for path in found:
            if not path.is_file():
                raise ConfigError(
                    "TH204",
                    f"{setting}: no file {path}",
                    at=Location(str(config_path)),
                    hint="paths start at its folder",
                )
        return found

    for path in (config_path.parent / name for name in config.queries):
        if not path.exists():
            message, at = f"queries: no file or folder {path}", Location(str(config_path))
            raise ConfigError("TH204", message, at=at, hint="paths start at its folder")
    ontology = load_ontology(named("ontology", config.ontology), shipped=config.shipped)
    return Settings(
        config=config,
        ontology=ontology,
        lexicon=load_lexicon(named("lexicon", config.lexicon), ontology, shipped=config.shipped),
        mappings=load_mappings(named("mappings", config.mappings), ontology, shipped=config.shipped),
        rules=load_rules(named("rules", config.rules), ontology=ontology.triples, shipped=config.shipped),
        path=config_path,
    )


def settings_hashes(config: Config, config_path: Path) -> dict[str, str]:
    """Return what a build depends on besides documents: names as the settings file writes them -> hash, sorted."""
    found = {config_path.name: content_hash(config.model_dump_json())}
    for name in (*config.ontology, *config.lexicon, *config.mappings, *config.rules):
        path = config_path.parent / name
        found[name] = content_hash(path.read_bytes()) if path.is_file() else ""
    return dict(sorted(found.items()))


def reading_options(config: Config, *, passwords: Sequence[str] = ()) -> Options:
    """Return what a settings file says about reading.   passwords: to try on locked files; never kept."""
    return Options(
        limits=config.limits,
        passwords=tuple(passwords),
        ocr=config.ocr,
        columns=tuple((choice.path, choice.name, choice.written) for choice in config.columns),
        lenient=config.lenient_rdf,
        base=config.rdf_base,
    )


def passwords_in(path: Path) -> tuple[str, ...]:
    """Return the passwords of a file, one a line; empty lines are passed over.

    Raises UsageError TH119 when it cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: the file of passwords cannot be read"
        raise UsageError("TH119", message, hint="a text file in UTF-8, one password a line") from error
    return tuple(line for line in lines if line)


def own_files(config: Config, config_path: Path) -> tuple[Path, ...]:
    """Return the files and folders that a settings file names, absolute."""
    settings = (config.ontology, config.lexicon, config.mappings, config.rules, config.shapes, config.queries)
    return tuple(sorted({(config_path.parent / name).resolve() for names in settings for name in names}))


def ignored(config: Config, config_path: Path, root: Path) -> tuple[str, ...]:
    """Return the globs of what is no document below a corpus folder: the ignored, and the settings' own files."""
    here = root.resolve()
    inside = [path.relative_to(here).as_posix() for path in own_files(config, config_path) if path.is_relative_to(here)]
    return (*config.ignore, *(escape(path) for path in inside))
