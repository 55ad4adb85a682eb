"""What pronouns, descriptions and short names stand for: the nearest fitting mention, or nothing.

Confidence falls with the distance from a name: a pronoun or description that stands for a subject of its own or the
sentence before keeps `PRONOUN` of its statement's confidence, one that reaches farther keeps `FAR`, one that might
stand for several `UNSURE`, which takes it below the threshold of facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thence.extract.mentions import gender
from thence.model.document import Span
from thence.model.statement import Mention
from thence.names import FOAF, OWL, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["FAR", "PRONOUN", "UNSURE", "Discourse", "Seen"]

PRONOUN = 0.85
FAR = 0.7
UNSURE = 0.55
_REACH = 3
_MANY = 12


@dataclass(frozen=True, slots=True)
class Seen:
    """A mention that was read: in which sentence, and whether as a subject."""

    mention: Mention
    sentence: int
    subject: bool
    block: int


@dataclass(slots=True)
class Discourse:
    """The things a document has spoken of so far, in order.

    main: what the heading or title names; replaced by each heading that names something.
    """

    ontology: Ontology
    seen: list[Seen] = field(default_factory=list)
    main: Mention | None = None

    def add(self, mention: Mention, sentence: int, block: int, *, subject: bool = False) -> None:
        """Take up a mention."""
        self.seen.append(Seen(mention, sentence, subject, block))

    def pronoun(
        self,
        gender_of_word: str,
        wanted: Sequence[Iri],
        sentence: int,
        before: int,
        block: int,
        *,
        apart: str = "",
    ) -> tuple[Mention, float] | None:
        """Return the antecedent of he, she, it, they (or his, her, its, their) and the factor for confidence.

        wanted: classes that the slot takes.   before: code point of the pronoun.   apart: a name that it cannot be.
        """
        fitting: list[Seen] = []
        for seen in reversed(self.seen):
            if seen.sentence < sentence - _REACH or seen.block < block - 2:
                break
            if seen.mention.span.start >= before or (apart and seen.mention.name == apart):
                continue
            if self._agrees(seen.mention, gender_of_word) and self.fits(seen.mention.type, wanted):
                fitting.append(seen)
        fitting = self._typed(fitting, wanted)
        if apart and gender_of_word == "thing":
            doers = {seen.mention.name for seen in fitting if seen.sentence == sentence and seen.subject}
            if len(doers) > 1:
                return None  # "A paid, B gave, and C lent it": none of them is more likely than what was spoken of
        return self._choose(fitting, sentence)

    def _typed(self, fitting: list[Seen], wanted: Sequence[Iri]) -> list[Seen]:
        """Return the mentions that are of a wanted class, else all: a name of no class plays a part only alone."""
        typed = [seen for seen in fitting if seen.mention.type != OWL.Thing and self.fits(seen.mention.type, wanted)]
        return typed if wanted and typed else fitting

    def description(
        self,
        kind: Iri,
        noun: str,
        wanted: Sequence[Iri],
        sentence: int,
        before: int,
        *,
        apart: str = "",
        kinds: Mapping[str, Iri] | None = None,
    ) -> tuple[Mention, float] | None:
        """Return what "the company", "the account" stands for, by the class of its noun.

        A name that says the noun itself comes first: "the hospital" is rather Mercy Hospital than the firm spoken of. A
        name that says another kind of body is none: "the group" is not Mercy Hospital.   kinds: such nouns and classes.
        """
        fitting: list[Seen] = []
        named: list[Seen] = []
        for seen in reversed(self.seen):
            if seen.mention.span.start >= before or (apart and seen.mention.name == apart):
                continue
            own = seen.mention.type
            agrees = (
                self.ontology.is_subclass(own, kind)
                or (own != OWL.Thing and self.ontology.is_subclass(kind, own))
                or (
                    own in {OWL.Thing, FOAF.Agent}
                    and self.ontology.is_subclass(kind, FOAF.Agent)
                    and kind != FOAF.Person
                )
            )
            if agrees and self.fits(own, wanted) and not self._says_other(seen.mention.name, noun, kind, kinds or {}):
                if len(fitting) < _MANY:
                    fitting.append(seen)
                if noun in seen.mention.name.lower().split():
                    named.append(seen)
        if named:
            found = self._choose(named, sentence)
            only = len({seen.mention.name for seen in named}) == 1
            return (found[0], PRONOUN) if found is not None and only else found
        sure = [seen for seen in fitting if seen.mention.type != OWL.Thing]
        main = self.main
        if main is not None and any(seen.mention.name == main.name for seen in sure):
            near = [seen for seen in sure if seen.sentence >= sentence - 1]
            if not any(seen.subject for seen in near):
                # what the section is about goes before what it mentions aside
                return main, PRONOUN if len({seen.mention.name for seen in sure}) == 1 else FAR
        found = self._choose(sure or fitting, sentence)
        if found is not None and sure and sure[0].sentence < sentence - 1:
            untyped = [seen for seen in fitting if seen.mention.type == OWL.Thing and seen.sentence > sure[0].sentence]
            if untyped:  # what was named since may be what is meant
                alone = len({seen.mention.name for seen in untyped}) == 1
                return (untyped[0] if alone else sure[0]).mention, UNSURE
        return found

    def _says_other(self, name: str, noun: str, kind: Iri, kinds: Mapping[str, Iri]) -> bool:
        """Return whether a name says by a noun of its own that it is of another kind of body."""
        own = [word for word in name.lower().split() if word in kinds]
        if not own or noun in own:
            return False
        return noun in kinds or not any(self.ontology.is_subclass(kinds[word], kind) for word in own)

    def last(self, wanted: Sequence[Iri], before: int, *, apart: Sequence[str] = ()) -> Mention | None:
        """Return the last mention of one of the classes, subjects first within the last three sentences."""
        for seen in reversed(self.seen):
            if seen.mention.span.start >= before or seen.mention.name in apart:
                continue
            if seen.mention.type != OWL.Thing and self.fits(seen.mention.type, wanted, strict=True):
                return seen.mention
        return None

    def fits(self, kind: Iri, wanted: Sequence[Iri], *, strict: bool = False) -> bool:
        """Return whether a thing of a class may be one of the wanted classes; strict: is one for certain."""
        if not wanted:
            return True
        if strict:
            return any(self.ontology.is_subclass(kind, each) for each in wanted)
        return any(
            kind == OWL.Thing or self.ontology.is_subclass(kind, each) or self.ontology.is_subclass(each, kind)
            for each in wanted
        )

    def _agrees(self, mention: Mention, word: str) -> bool:
        person = self.ontology.is_subclass(mention.type, FOAF.Person)
        if word in {"male", "female"}:
            if not person:
                return False
            own = gender(mention.name)
            return own is None or own == word
        if word == "thing":
            return not person
        return True

    def _choose(self, fitting: Sequence[Seen], sentence: int) -> tuple[Mention, float] | None:
        """Return the best of fitting mentions, nearest first: subjects of this or the last sentence before others."""
        if not fitting:
            return None
        for distance in (0, 1):
            near = [seen for seen in fitting if seen.sentence == sentence - distance]
            subjects = [seen for seen in near if seen.subject]
            if subjects:
                # the first subject of the sentence before, the nearest of this one
                chosen = subjects[0] if distance == 0 else subjects[-1]
                return chosen.mention, PRONOUN
            if near:
                return near[0].mention, PRONOUN if len({seen.mention.name for seen in near}) == 1 else UNSURE
        names = Counter(seen.mention.name for seen in fitting)
        if len(names) == 1:
            return fitting[0].mention, FAR
        # farther back, what is spoken of most goes before what was mentioned last
        (first, most), (_, next_most) = names.most_common(2)
        if most > next_most + 1:
            return next(seen.mention for seen in fitting if seen.mention.name == first), UNSURE
        return fitting[0].mention, UNSURE

    def antecedent(self, mention: Mention, span: Span) -> Mention:
        """Return a mention at a place that stands for another one."""
        return Mention(
            span,
            mention.name,
            mention.type,
            antecedent=mention.antecedent or mention.span,
            identifiers=mention.identifiers,
            reference=mention.reference,
        )
