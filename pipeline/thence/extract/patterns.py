"""Patterns: every frame of a lexicon looked for in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.extract.adjectives import adjective_matches
from thence.extract.chunks import NP, VERB, WORD
from thence.extract.clauses import Clauses
from thence.extract.kinds import kind_matches
from thence.extract.matching import Match, Scene
from thence.extract.meaning import Setting
from thence.extract.roles import replacement_matches, role_matches
from thence.extract.templates import template_matches
from thence.extract.tokens import Token
from thence.extract.verbs import consumed, verb_matches
from thence.ontology.lexicon import Lexicon

__all__ = ["matches"]


def matches(clauses: Clauses, tokens: Sequence[Token], lexicon: Lexicon, setting: Setting) -> list[Match]:
    """Return the matches of a lexicon in one sentence, in the order of their triggers."""
    return sorted(_found(Scene(clauses, tokens, lexicon, setting)), key=lambda match: match.at)


def _found(scene: Scene) -> Iterator[Match]:
    adjectives = scene.lexicon.adjectives
    used = consumed(scene)
    for at, chunk in enumerate(scene.chunks):
        if chunk.kind == VERB:
            found = list(verb_matches(scene, at))
            if any(match.frame.governor for match in found):
                found = [match for match in found if match.frame.governor]
            found = [match for match in found if (at, match.frame.property) not in used]
            yield from found
            said = {match.frame.property for match in found}
            if chunk.words[-1] in adjectives:
                yield from (match for match in adjective_matches(scene, at) if match.frame.property not in said)
            if chunk.lemma_in(scene.grammar["role_replace"]):
                yield from replacement_matches(scene, at)
        elif chunk.kind == NP:
            yield from role_matches(scene, at)
            yield from kind_matches(scene, at)
            if len(chunk.words) == 1 and chunk.words[0] in adjectives:
                yield from adjective_matches(scene, at)
        elif chunk.kind == WORD and chunk.word in adjectives:
            yield from adjective_matches(scene, at)
    yield from template_matches(scene)
