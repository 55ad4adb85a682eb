"""Sums of money: an amount and an ISO 4217 currency, however the two are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thence.extract.values.found import Found, without_overlaps
from thence.extract.values.numbers import NUMBER, SCALE, parse_amount

__all__ = ["CURRENCIES", "MoneyValue", "currency_in_header", "find_money", "parse_currency", "parse_money"]

CURRENCIES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
    HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
    MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
    UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL""".split()  # noqa: SIM905  # one name a word reads better
)
"""ISO 4217 alphabetic codes of currencies in use (and HRK, until 2023)."""

_SYMBOLS = {
    "US$": "USD", "USD$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "HK$": "HKD",
    "NZ$": "NZD", "S$": "SGD", "NT$": "TWD", "R$": "BRL", "MX$": "MXN", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY",
    "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "₦": "NGN", "฿": "THB",
    "zł": "PLN", "Kč": "CZK", "Rs.": "INR", "CN¥": "CNY", "SFr.": "CHF", "Fr.": "CHF",
}  # fmt: skip
_NAMES = {
    "us dollar": "USD", "u.s. dollar": "USD", "united states dollar": "USD", "american dollar": "USD", "dollar": "USD",
    "canadian dollar": "CAD", "australian dollar": "AUD", "new zealand dollar": "NZD", "hong kong dollar": "HKD",
    "singapore dollar": "SGD", "euro": "EUR", "pound sterling": "GBP", "pounds sterling": "GBP", "british pound": "GBP",
    "pound": "GBP", "sterling": "GBP", "swiss franc": "CHF", "schweizer franken": "CHF", "japanese yen": "JPY",
    "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "indian rupee": "INR", "rupee": "INR", "russian rouble": "RUB",
    "russian ruble": "RUB", "rouble": "RUB", "ruble": "RUB", "swedish krona": "SEK", "swedish kronor": "SEK",
    "kronor": "SEK", "danish krone": "DKK", "danish kroner": "DKK", "norwegian krone": "NOK",
    "norwegian kroner": "NOK", "zloty": "PLN", "złoty": "PLN", "turkish lira": "TRY", "brazilian real": "BRL",
    "brazilian reais": "BRL", "reais": "BRL", "south african rand": "ZAR", "rand": "ZAR", "dirham": "AED",
    "uae dirham": "AED", "shekel": "ILS", "baht": "THB", "mexican peso": "MXN", "forint": "HUF", "hryvnia": "UAH",
    "korean won": "KRW", "saudi riyal": "SAR", "qatari riyal": "QAR",
}  # fmt: skip
# Codes that are words or names too count only where the amount shows that it is one.
_WORDLIKE = frozenset(
    {"ALL", "TOP", "CUP", "TRY", "PEN", "SOS", "MOP", "GEL", "LAK", "RON", "COP", "MAD", "BAM", "SAR"}
)


@dataclass(frozen=True, slots=True)
class MoneyValue:
    """A sum: canonical decimal amount and ISO 4217 currency code."""

    amount: str
    currency: str


def _either(words: list[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s{1,3}") for word in sorted(words, key=lambda w: (-len(w), w)))


_BLANKS = r"[ \u00a0\u202f\u2009]{0,2}\n?"
_CODE = "|".join(sorted(CURRENCIES))
_BEFORE = re.compile(
    rf"(?<![\w$€£])(?P<sign>[-−])?(?:(?P<code>{_CODE})|(?P<symbol>{_either(list(_SYMBOLS))})){_BLANKS}"
    rf"(?P<minus>[-−])?(?P<number>{NUMBER})(?P<scale>(?i:{SCALE}))?(?![\w%]|[.,]\d)"
)
_AFTER = re.compile(
    rf"(?<![\w.,$€£-])(?P<sign>[-−])?(?P<number>{NUMBER})(?P<scale>(?i:{SCALE}))?(?:{_BLANKS}"
    rf"(?:(?P<code>{_CODE})\b|(?P<symbol>{_either([s for s in _SYMBOLS if s[0] not in 'ACHNSRFM'])})(?![\w\d])"
    rf"|(?P<name>(?i:{_either(list(_NAMES))})s?)\b))"
)
_WEIGHT = re.compile(r"\s(?:of|heavy|heavier|lighter|overweight|per square)\b")


def find_money(text: str) -> list[Found[MoneyValue]]:
    """Return the sums of a text: "USD 2,450,000", "$310 million", "€5bn", "2,450,000 US dollars", "1 200 EUR".

    The range holds amount, scale and currency. A bare "$" is read as US dollars, "£" as pounds sterling.
    """
    found = []
    for pattern in (_BEFORE, _AFTER):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            code = groups["code"]
            if code in _WORDLIKE and not (groups["scale"] or re.search(r"[.,]", match["number"])):
                continue
            name = groups.get("name")
            if name and name.lower().startswith("pound") and _WEIGHT.match(text, match.end()):
                continue
            amount = parse_amount(match["number"] + (groups["scale"] or ""))
            currency = code or _SYMBOLS.get(groups["symbol"] or "") or parse_currency(name or "")
            if amount is None or currency is None:
                continue
            if groups["sign"] or groups.get("minus"):
                amount = "-" + amount.lstrip("-")
            found.append(Found(match.start(), match.end(), MoneyValue(amount, currency)))
    return without_overlaps(found)


def parse_currency(text: str) -> str | None:
    """Return the ISO 4217 code of a currency's code, symbol or English name that fills the text, or None.

    >>> parse_currency("usd"), parse_currency("€"), parse_currency("US dollars"), parse_currency("dear")
    ('USD', 'EUR', 'USD', None)
    """
    words = " ".join(text.split())
    if words.upper() in CURRENCIES:
        return words.upper()
    if words in _SYMBOLS:
        return _SYMBOLS[words]
    name = words.lower()
    return _NAMES.get(name) or _NAMES.get(name.removesuffix("s"))


def parse_money(text: str, *, decimal_comma: bool | None = None) -> tuple[str, str | None] | None:
    """Return (amount, currency or None) of a cell that holds one sum with or without its currency, or None.

    >>> parse_money("EUR 9,850.00"), parse_money("120,000"), parse_money("on request")
    (('9850', 'EUR'), ('120000', None), None)
    """
    words = text.strip()
    amount = parse_amount(words, decimal_comma=decimal_comma)
    if amount is not None:
        return amount, None
    bracketed = words.startswith("(") and words.endswith(")")
    inner = words[1:-1].strip() if bracketed else words
    for pattern in (_BEFORE, _AFTER):
        match = pattern.fullmatch(inner)
        if match is None:
            continue
        groups = match.groupdict()
        amount = parse_amount(match["number"] + (groups["scale"] or ""), decimal_comma=decimal_comma)
        currency = groups["code"] or _SYMBOLS.get(groups["symbol"] or "") or parse_currency(groups.get("name") or "")
        if amount is not None:
            negative = bracketed or bool(groups["sign"] or groups.get("minus"))
            return ("-" + amount if negative and amount != "0" else amount), currency
    return None


_HEADER_CODE = re.compile(r"(?<![^\W_])([A-Z]{3}|[€£¥$₹]|US\$)(?![^\W_])")


def currency_in_header(header: str) -> tuple[str, str] | None:
    """Return (currency, scale) of a header that names a currency: "Fee (USD)", "Amount EUR", "Budget in EUR million".

    scale: "million", "thousand", "bn"…, or empty.

    >>> currency_in_header("Fee (USD)"), currency_in_header("Turnover, €m"), currency_in_header("Date")
    (('USD', ''), ('EUR', 'm'), None)
    """
    scale = re.search(
        r"(?<![^\W\d_])(?:in\s+)?(thousands?|millions?|billions?|bn|mn|m|k|'000|000s?)\b", header, re.IGNORECASE
    )
    scale_word = scale[1].lower().removesuffix("s") if scale else ""
    if scale_word in {"'000", "000"}:
        scale_word = "thousand"
    for match in _HEADER_CODE.finditer(header):
        code = match[1] if match[1] in CURRENCIES else _SYMBOLS.get(match[1])
        if code:
            return code, scale_word
    attached = re.search(r"([€£¥$₹])(m|bn|k|mn)?\b", header)
    if attached:
        return _SYMBOLS[attached[1]], attached[2] or scale_word
    return None
