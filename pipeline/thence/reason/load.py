"""Rule files and ontologies to a checked rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from thence.errors import RuleError, UsageError
from thence.model.finding import Finding, Severity
from thence.model.rule import Rule, RuleSet
from thence.model.terms import Triple
from thence.names import shipped as shipped_file
from thence.reason.datalog import parse_datalog
from thence.reason.owl import compile_owl
from thence.reason.safety import check_safety
from thence.reason.source import Source, Written, read_source
from thence.reason.srl import parse_srl
from thence.reason.stratify import stratify

__all__ = ["PROFILES", "load_rules", "parse_rules", "rule_set"]

PROFILES = ("default", "none")
"""default: OWL 2 RL from the ontology, without equality.   none: rule files only."""
_SRL_WORDS = re.compile(r"\b(?:RULE|CONSTRAINT|CONSTRUCT|DATA|IF)\b[^.]*?\{", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"(?m)^\s*[#%].*$")
_DATALOG_SUFFIXES = frozenset({".dl", ".datalog"})


def load_rules(
    files: Sequence[Path],
    *,
    ontology: Sequence[Triple] = (),
    prefixes: Mapping[str, str] | None = None,
    shipped: bool = True,
    profile: str = "default",
) -> RuleSet:
    """Return the rules of some files, of thence's own rule sets, and those that the ontology's axioms stand for.

    files: SRL (.srl), Datalog (.dl) or either, told by its content (.txt and others).   prefixes: those that hold where
    a file declares none; thence's own come after them.   shipped: whether rules/ of thence is part of it.
    profile: "default" compiles OWL 2 RL, "none" leaves the ontology alone.
    Raises RuleError TH301 to TH314 with file, line, column and a hint; UsageError TH106 for an unknown profile.
    """
    if profile not in PROFILES:
        raise UsageError("TH106", f"unknown profile {profile!r}", hint=f"profiles: {', '.join(PROFILES)}")
    written: list[Written] = []
    if shipped:
        folder = shipped_file("rules")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".srl"):
                written += parse_srl(entry.read_text(encoding="utf-8"), path=f"rules/{entry.name}")
    for path in files:
        written += parse_rules(read_source(path), prefixes=prefixes)
    compiled = compile_owl(ontology) if profile == "default" else ()
    return rule_set(written, compiled)


def parse_rules(source: Source, *, prefixes: Mapping[str, str] | None = None) -> tuple[Written, ...]:
    """Return the rules of a source in either syntax, told by its suffix, else by its content."""
    suffix = Path(source.path).suffix.lower()
    if suffix in _DATALOG_SUFFIXES or (suffix != ".srl" and not _SRL_WORDS.search(_COMMENT.sub("", source.text))):
        return parse_datalog(source.text, path=source.path, prefixes=prefixes)
    return parse_srl(source.text, path=source.path, prefixes=prefixes)


def rule_set(written: Iterable[Written], compiled: Iterable[Rule] = ()) -> RuleSet:
    """Return checked rules in an order that respects NOT.

    compiled: rules that need no check, such as an ontology's. The same rule written twice counts once, with a finding.
    Raises RuleError TH302 to TH311 for a rule that is not safe, TH306 or TH307 for circles, TH313 for one IRI with two
    rules.
    """
    written = tuple(written)
    found: dict[str, Rule] = {}
    findings: list[Finding] = []
    for each in written:
        check_safety(each)
        rule = each.rule
        known = found.setdefault(rule.iri, rule)
        if known is rule:
            continue
        if (known.head, known.body, known.kind) != (rule.head, rule.body, rule.kind):
            hint = f"the other one is at {known.at}"
            raise each.source.error("TH313", f"two rules are called {rule.iri}", each.place, hint=hint)
        message = f"rule {rule.name} is written twice; the other one is at {known.at}"
        findings.append(Finding("reason", "TH941", rule.at.path, message, Severity.INFO, line=rule.at.line))
    for rule in compiled:
        found.setdefault(rule.iri, rule)
    rules = tuple(found[iri] for iri in sorted(found))
    try:
        order = stratify(rules)
    except RuleError as error:
        raise _with_excerpt(error, written) from error
    return RuleSet(rules, order, tuple(findings))


def _with_excerpt(error: RuleError, written: Iterable[Written]) -> RuleError:
    """Return the error with the line of the rule it points at."""
    for each in written:
        if each.rule.at == error.at:
            return each.source.error(error.code, error.message, each.place, hint=error.hint)
    return error
