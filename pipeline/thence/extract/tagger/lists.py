"""Names known beforehand: those of the training texts, with how often they were what, and lists of names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["LONGEST", "Counts", "Lists", "counted", "spans"]

LONGEST = 6
"""How many words a listed name has at most."""

MOST = 1 << 17
"""For how many names it is remembered what is known of them."""

Labels = Mapping[str, int]


def spans(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return the names that tags mark, as first word, word after the last, kind.

    >>> spans(["B-PER", "I-PER", "O", "B-LOC", "B-LOC"])
    [(0, 2, 'PER'), (3, 4, 'LOC'), (4, 5, 'LOC')]
    """
    found = []
    first, kind = 0, ""
    for place, tag in enumerate([*tags, "O"]):
        if kind and (tag[0] != "I" or tag[2:] != kind):
            found.append((first, place, kind))
            kind = ""
        if tag != "O" and not kind:
            first, kind = place, tag[2:]
    return found


@dataclass(slots=True)
class Counts:
    """In how many texts a name, or a word, was what. phrases and words: in lower case, words joined by a blank."""

    phrases: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    words: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, other: Counts) -> None:
        """Add the counts of one more text."""
        for mine, theirs in ((self.phrases, other.phrases), (self.words, other.words)):
            for name, labels in theirs.items():
                mine[name].update(labels)


def counted(text: Iterable[tuple[Sequence[str], Sequence[str]]]) -> Counts:
    """Return the counts of one text, its sentences given as words and tags: each is 1."""
    found = Counts()
    for words, tags in text:
        low = [word.lower() for word in words]
        for first, last, kind in spans(tags):
            if last - first <= LONGEST:
                found.phrases[" ".join(low[first:last])][kind] = 1
            for place in range(first, last):
                part = "F" if place == first else "L" if place == last - 1 else "I"
                found.words[low[place]][part + kind if kind == "PER" else kind] = 1
        for word, tag in zip(low, tags, strict=True):
            if tag == "O":
                found.words[word]["O"] = 1
    return found


@dataclass(frozen=True, slots=True)
class Lists:
    """What is known of names. counts: of the training texts.   listed: flags of other known names.

    clusters: numbers of the clusters of words in lower case, coarse and fine.   reach: how many words the longest
    listed name has that begins with a word.   kept: the features of names that were asked for.
    """

    counts: Counts
    listed: Mapping[str, Sequence[str]]
    clusters: Mapping[str, Sequence[int]]
    reach: Mapping[str, int]
    kept: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls, counts: Counts, listed: Mapping[str, Sequence[str]], clusters: Mapping[str, Sequence[int]] | None = None
    ) -> Lists:
        """Return the lists with their reach worked out."""
        reach: dict[str, int] = {}
        for names in (counts.phrases, listed):
            for name in names:
                words = name.split(" ")
                if len(words) <= LONGEST:
                    reach[words[0]] = max(reach.get(words[0], 0), len(words))
        return cls(counts, listed, clusters or {}, reach)

    def of_word(self, word: str, own: Counts | None = None) -> list[str]:
        """Return features for how a word in lower case was labelled elsewhere. own: counts to leave out."""
        labels = _rest(self.counts.words.get(word, {}), own.words.get(word) if own else None)
        total = sum(labels.values())
        if not total:
            return ["wl=new"]
        plain = labels.get("O", 0)
        found = [f"wo={4 * plain // total}{'+' if total > 3 else ''}"]
        found += [f"wl={name}{int(3.99 * count / total)}" for name, count in sorted(labels.items()) if name != "O"]
        return found

    def of_places(self, low: Sequence[str], own: Counts | None = None) -> list[tuple[str, ...]]:
        """Return features for the listed names that each word stands in. own: counts to leave out."""
        found: list[tuple[str, ...]] = [()] * len(low)
        reach, kept = self.reach, self.kept
        if len(kept) > MOST:
            kept.clear()
        for first, word in enumerate(low):
            if word not in reach:
                continue
            for size in range(min(reach[word], len(low) - first), 0, -1):
                name = word if size == 1 else " ".join(low[first : first + size])
                if own is not None:
                    parts = self._of_name(name, size, own)
                else:
                    if name not in kept:
                        kept[name] = self._of_name(name, size)
                    parts = kept[name]
                for place, features in enumerate(parts, first):
                    found[place] += features
        return [tuple(sorted(set(each))) if len(each) > 1 else each for each in found]

    def _of_name(self, name: str, size: int, own: Counts | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the features of each word of a name, or nothing when it is not listed."""
        flags = list(self.listed.get(name, ()))
        if name in self.counts.phrases:
            labels = _rest(self.counts.phrases[name], own.phrases.get(name) if own else None)
            if labels:
                top = max(sorted(labels), key=labels.__getitem__)
                flags.append(f"G{top}{'2' if labels[top] > 1 else ''}{'m' if len(labels) > 1 else ''}")
        if not flags:
            return ()
        parts = "S" if size == 1 else "B" + "I" * (size - 2) + "E"
        return tuple(tuple(f"g={flag}{part}" for flag in flags) for part in parts)


def _rest(labels: Labels, own: Labels | None) -> Labels:
    """Return counts without those that are left out."""
    if not own:
        return labels
    return {name: count - own.get(name, 0) for name, count in labels.items() if count > own.get(name, 0)}
