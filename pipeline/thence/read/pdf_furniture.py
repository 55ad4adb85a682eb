"""Running headers, footers and page numbers: what stands at the same place on page after page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from thence.read.pdf_lines import PageText

__all__ = ["Furniture", "furniture_of"]

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")
_PAGE = re.compile(
    r"(?:(?:page|p\.|seite|pagina|página|side|sida|str\.)\s*)?[-–—|\[(]?\s*(?P<page>\d{1,4})\s*[-–—|\])]?"
    r"(?:\s*(?:of|/|von|sur|de|di|av|af|van|z)\s*(?P<all>\d{1,4}))?$",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? +\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[AP]M)?(?: .*)?"
    r"|.*(?:https?|file)://\S+(?: +\d+/\d+)?"
)
"""What web browsers print above and below a page: when, what, whence and which page."""
_TOP, _BOTTOM = 4, 5
_NEAR = 3.0
_NONE = (0, 0)

Furniture = dict[int, str]
"""Line of a page -> "header" or "footer"."""


def furniture_of(pages: Sequence[PageText]) -> list[Furniture]:
    """Return which lines of each page belong to no page in particular.

    A line is furniture when its like, figures aside, stands at the same height on another page, its figures are the
    same or count the pages, and nothing of the body stands above (below) it or close by; close by only where the same
    stands apart on most pages. A lone page number at the foot is furniture too.
    """
    orders = [sorted(range(len(page.lines)), key=page.top.__getitem__, reverse=True) for page in pages]
    found: list[Furniture] = [{} for _ in pages]
    for part, most in (("header", _TOP), ("footer", _BOTTOM)):
        ends = [order[:most] if part == "header" else order[::-1][:most] for order in orders]
        proven = _proven(pages, ends)
        for number, (page, own) in enumerate(zip(pages, ends, strict=True)):
            order = orders[number] if part == "header" else orders[number][::-1]
            for line in _taken(page, order, own, proven[number], part, number + 1, len(pages)):
                found[number].setdefault(line, part)
        _spread(pages, ends, proven, found, part)
    return found


def _spread(
    pages: Sequence[PageText],
    ends: Sequence[Sequence[int]],
    proven: Sequence[dict[int, tuple[int, int]]],
    found: Sequence[Furniture],
    part: str,
) -> None:
    """Take lines that the body comes close to, where their like is furniture on most pages."""
    taken = Counter(
        proven[number][line][1] for number, own in enumerate(found) for line in own if line in proven[number]
    )
    for number, own in enumerate(ends):
        page = pages[number]
        for line in own:
            if line in found[number]:
                continue
            often, group = proven[number].get(line, (0, -1))
            alike = often and 2 * taken[group] >= often
            if not alike and not any(
                _same_row(page, line, other) for other in found[number] if len(page.lines[line]) <= 100
            ):
                break
            found[number][line] = part


def _proven(pages: Sequence[PageText], ends: Sequence[Sequence[int]]) -> list[dict[int, tuple[int, int]]]:
    """Return for each page the lines at its end that others have too -> on how many pages, and a number of its like."""
    by_key: dict[str, list[tuple[float, int, int]]] = {}
    for number, (page, own) in enumerate(zip(pages, ends, strict=True)):
        for line in own:
            text = page.lines[line]
            if len(text) <= 200:
                key = _NUMBER.sub("#", text) if _DIGIT.search(text) else text
                by_key.setdefault(key, []).append((page.bottom[line], number, line))
    out: list[dict[int, tuple[int, int]]] = [{} for _ in pages]
    groups = 0
    for places in by_key.values():
        if len(places) < 2:
            continue
        places.sort()
        group = [places[0]]
        for place in [*places[1:], (float("inf"), -1, -1)]:
            if place[0] - group[-1][0] <= _NEAR:
                group.append(place)
                continue
            numbers = {number for _, number, _ in group}
            if len(numbers) > 1 and _counts(pages, group):
                groups += 1
                for _, number, line in group:
                    out[number][line] = len(numbers), groups
            group = [place]
    return out


def _counts(pages: Sequence[PageText], group: Sequence[tuple[float, int, int]]) -> bool:
    """Return whether the figures of like lines are the same on all pages, or grow with them; most of them at least."""
    figures = [(number, _NUMBER.findall(pages[number].lines[line])) for _, number, line in group]
    if not figures[0][1]:
        return True
    for place in range(len(figures[0][1])):
        values = [(number, int(own[place][:9])) for number, own in figures]
        same = max(Counter(value for _, value in values).values())
        grows = max(Counter(value - number for number, value in values).values())
        if max(same, grows) < max(2, 0.6 * len(values)):
            return False
    return True


def _taken(
    page: PageText,
    order: Sequence[int],
    own: Sequence[int],
    proven: dict[int, tuple[int, int]],
    part: str,
    number: int,
    last: int,
) -> list[int]:
    """Return the lines at one end of a page that are furniture."""
    outer = [line for line in own if _same_row(page, own[0], line)]
    if any(line in page.small and _STAMP.fullmatch(page.lines[line]) for line in outer):
        return outer
    taken: list[int] = []
    for line in own:
        beside = bool(taken) and len(page.lines[line]) <= 100 and _same_row(page, taken[-1], line)
        counted = not taken and part == "footer" and _is_number(page, line, number, last)
        if not (
            line in proven or beside or counted or any(_same_row(page, line, other) for other in own if other in proven)
        ):
            break
        taken.append(line)
    while taken:
        rest = [line for line in order if line not in taken]
        if _says_page(page.lines[taken[0]]) and part == "footer" and len(taken) == 1 and taken[0] not in proven:
            return taken  # whatever stands close above
        if not rest:
            # A page of nothing else: only what many pages have is furniture.
            return (
                taken if all(proven.get(line, _NONE)[0] > 2 or _PAGE.match(page.lines[line]) for line in taken) else []
            )
        inner = min(taken, key=page.bottom.__getitem__) if part == "header" else max(taken, key=page.top.__getitem__)
        gap = _gap(page, inner, rest[0], part)
        height = page.top[inner] - page.bottom[inner]
        after = _gap(page, rest[0], rest[1], part) if len(rest) > 1 else 0.0
        if gap > 1.6 * height or (gap > 0.5 * height and gap > 1.3 * max(after, 0.0) + 1):
            return taken
        small = height < 0.9 * (page.top[rest[0]] - page.bottom[rest[0]])
        if proven.get(inner, _NONE)[0] > 2 and small and gap > 0:
            return taken
        taken.remove(inner)
    return taken


def _says_page(line: str) -> bool:
    """Return whether a line is a page's number with a word: it can be nothing else."""
    return line[-1].isdigit() and line[0].isalpha() and _PAGE.fullmatch(line) is not None


def _same_row(page: PageText, one: int, other: int) -> bool:
    shared = min(page.top[one], page.top[other]) - max(page.bottom[one], page.bottom[other])
    return shared > 0.5 * min(page.top[one] - page.bottom[one], page.top[other] - page.bottom[other])


def _gap(page: PageText, outer: int, inner: int, part: str) -> float:
    if part == "header":
        return page.bottom[outer] - page.top[inner]
    return page.bottom[inner] - page.top[outer]


def _is_number(page: PageText, line: int, number: int, last: int) -> bool:
    match = _PAGE.fullmatch(page.lines[line])
    if match is None:
        return False
    value = int(match["page"])
    if match["all"]:
        return value <= int(match["all"])
    return value == number or (last > 1 and value < 2000 and len(page.lines[line]) > len(match["page"]))
