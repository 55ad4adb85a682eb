"""Pictures: their words, where the settings name languages to look for; else an account that nobody looked."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from thence.errors import InputError, Location
from thence.model.document import Block, Doubt, Page, PageState, Record, Span
from thence.model.finding import Finding
from thence.read.ocr import OcrError, available, recognise, text_of
from thence.read.reading import DEFAULT, Options, Reading, finding
from thence.read.txt import describe, plain_blocks

__all__ = ["read_image"]

_MOST_PIXELS = 200_000_000


def read_image(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read the words of a picture, a page a frame; boxes are in pixels, y upwards.

    Without languages in the settings, without tesseract or without Pillow it has a page that is only a picture
    (TH525). Words of little confidence are doubts. Raises InputError TH502 for a damaged picture, TH506 for one of
    too many pixels or frames.
    """
    if not options.ocr:
        hint = 'name languages in thence.toml, as in ocr = ["eng"]; it needs tesseract'
        return _unread(path, "only a picture, in which nobody looked for words", hint)
    if why := available(options.ocr):
        return _unread(path, f"only a picture: {why}", "or leave ocr out of thence.toml")
    try:
        import PIL.Image  # noqa: F401 - only whether it is there
    except ImportError:
        return _unread(path, "only a picture: the extra ocr is not installed", 'pip install "thence[ocr]"')
    return _read(data, path, options)


def _unread(path: str, why: str, hint: str) -> Reading:
    page = Page(1, Span(0, 0), state=PageState.IMAGE)
    return Reading("", pages=(page,), findings=(finding("TH525", path, why, hint=hint),))


def _read(data: bytes, path: str, options: Options) -> Reading:
    parts: list[str] = []
    pages: list[Page] = []
    doubts: list[Doubt] = []
    blocks: list[Block] = []
    records: list[Record] = []
    findings: list[Finding] = []
    at = 0
    for number, frame in enumerate(_frames(data, path, options), 1):
        if number > 1:
            parts.append("\n\n")
            at += 2
        try:
            found = recognise(frame, options.ocr, seconds=options.limits.seconds / 2)
        except OcrError as error:
            findings.append(finding("TH525", path, f"picture {number} was not read: {error}"))
            pages.append(Page(number, Span(at, at), state=PageState.IMAGE))
            continue
        read = text_of(found.words, begin=at)
        boxes = tuple(
            (
                place,
                float(word.left),
                float(found.height - word.bottom),
                float(word.right),
                float(found.height - word.top),
            )
            for place, word in zip(read.places, found.words, strict=True)
        )
        span = Span(at, at + len(read.text))
        sure = tuple(word.confidence for word in found.words)
        pages.append(Page(number, span, boxes, PageState.OCR if found.words else PageState.EMPTY, sure))
        doubts += read.doubts
        parts.append(read.text)
        plain = plain_blocks("".join(parts), span.start, span.end)
        blocks += [replace(block, page=number) for block in plain.blocks]
        records += [replace(record, page=number) for record in plain.records]
        at = span.end
    text = "".join(parts)
    about = describe(text, blocks, records)
    return Reading(
        text,
        blocks=tuple(blocks),
        records=tuple(records),
        pages=tuple(pages),
        title=about.title,
        date=about.date,
        date_span=about.date_span,
        author=about.author,
        doubts=tuple(doubts),
        findings=tuple(findings),
    )


def _frames(data: bytes, path: str, options: Options) -> Iterator[bytes]:
    """Yield each frame as PNG, upright and in shades of grey."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # counted here, before anything is decoded
    try:
        with Image.open(io.BytesIO(data)) as picture:
            frames = getattr(picture, "n_frames", 1)
            if frames > options.limits.pages or picture.width * picture.height > _MOST_PIXELS:
                size = f"{picture.width} by {picture.height} pixels, {frames} frames"
                raise InputError(
                    "TH506", f"the picture has {size}: too many", at=Location(path), hint="scale it down, or split it"
                )
            for number in range(frames):
                picture.seek(number)
                if picture.width * picture.height > _MOST_PIXELS:
                    break
                out = io.BytesIO()
                ImageOps.exif_transpose(picture).convert("L").save(out, "PNG")
                yield out.getvalue()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, ZeroDivisionError, TypeError) as error:
        raise InputError(
            "TH502",
            f"the picture is damaged or cut off: {error}",
            at=Location(path),
            hint="get the file again; nothing was read",
        ) from error
