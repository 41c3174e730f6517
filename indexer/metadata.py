"""Who filed a document, on which form, for which of its own fiscal periods.

A manifest wins over the SGML header, that over `dei:` facts, those over the cover page. It knows nothing of Items.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path

from finsagent.domain import Filing, FiscalPeriod
from finsagent.errors import DataError, FilingError
from finsagent.forms import ITEMS, base_form
from indexer.document import RawDocument

_MONTHS = "january february march april may june july august september october november december".split()
_DATE = re.compile(r"\b(" + "|".join(_MONTHS) + r")\s+(\d{1,2})\s*,?\s+((?:19|20)\d\d)\b", re.IGNORECASE)
_PERIOD = re.compile(
    r"(?:fiscal\s+year|quarterly\s+period|fiscal\s+quarter|transition\s+period|quarter|year|period)s?\s+end(?:ed|ing)\s*:?\s*",
    re.IGNORECASE,
)
_DATE_OF_REPORT = re.compile(r"date of (?:report|earliest event)[^:\n]{0,60}", re.IGNORECASE)
_FORM = re.compile(
    r"\bform\s+(10-?k405|10-?ksb|10-?kt|10-?qsb|10-?k(?:/a)?|10-?q(?:/a)?|8-?k(?:/a)?|20-?f)\b", re.IGNORECASE
)
_NAME_ABOVE = re.compile(r"exact name of (?:the )?registrant|name of (?:small business )?issuer", re.IGNORECASE)
_QUARTER_IN_NAME = re.compile(
    r"(?:19|20)\d\d[\s_-]?Q([1-4])|(?<![A-Za-z0-9])Q([1-4])[\s_-]?(?:FY)?(?:19|20)\d\d", re.IGNORECASE
)
_ACCESSION = re.compile(r"(?<!\d)(\d{10}-\d{2}-\d{6})(?!\d)")
_SPANS = (
    ("Q3", re.compile(r"\b(?:nine|thirty-nine|39|40|thirty-six|36)[\s-]+(?:months|weeks)", re.IGNORECASE)),
    ("Q2", re.compile(r"\b(?:six|twenty-six|26|28|twenty-four|24)[\s-]+(?:months|weeks)", re.IGNORECASE)),
)
_CORPORATE = re.compile(
    r"[\s,]+(?:incorporated|inc|corporation|corp|company|co|companies|plc|ltd|limited|llc|l\.?p|n\.?v|s\.?a|ag|se|"
    r"holdings?|group|the|/[a-z]{2,3}/?|com)\.?$",
    re.IGNORECASE,
)
_COMPANY_LINE = re.compile(
    r"\b(?:inc|incorporated|corp|corporation|company|co|plc|ltd|limited|llc|l\.p|n\.v|holdings|group)\b\.?,?\s*(?:\(.*\))?$",
    re.I,
)
_NOT_A_COMPANY = re.compile(
    r"commission|exchange|securities|insurance fund|identification|^\W*\d+\b\W|[:;]|smaller|shell", re.I
)
_COVER_BLOCKS = 80
_MANIFEST_KEYS = {
    "company": ("company", "issuer", "name"),
    "ticker": ("ticker", "symbol"),
    "cik": ("cik",),
    "form": ("form", "doc_type", "form_type"),
    "fiscal_year": ("fiscal_year", "doc_period", "year"),
    "fiscal_period": ("fiscal_period", "quarter"),
    "period_end": ("period_end", "period_of_report"),
    "filed_on": ("filed_on", "filing_date"),
    "accession": ("accession", "accession_number"),
}


def read_manifest(path: Path) -> dict[str, dict[str, str]]:
    """Read a CSV or JSONL manifest into file stem -> fields; the file is named by `file`, `doc_name` or `path`.

    Raises:
        DataError: the manifest can't be read or names no files.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows: list[dict[str, object]]
        if path.suffix.lower() in (".jsonl", ".json", ".ndjson"):
            parsed = [json.loads(line) for line in text.splitlines() if line.strip()]
            rows = parsed[0] if len(parsed) == 1 and isinstance(parsed[0], list) else parsed
        else:
            rows = [dict(row) for row in csv.DictReader(text.splitlines())]
    except (OSError, ValueError, csv.Error, RecursionError) as error:
        raise DataError(
            f"Manifest {path} can't be read ({error}). Give a CSV with a header line or JSON lines."
        ) from error
    result: dict[str, dict[str, str]] = {}
    for row in rows:
        if not isinstance(row, dict):
            raise DataError(f"Manifest {path}: {row!r} is no object. Give a CSV with a header line or JSON lines.")
        name = str(row.get("file") or row.get("doc_name") or row.get("path") or "")
        if not name:
            raise DataError(f"Manifest {path}: a row has no 'file', 'doc_name' or 'path'. Name the file of each row.")
        fields = {
            key: str(row[column]).strip()
            for key, columns in _MANIFEST_KEYS.items()
            for column in reversed(columns)
            if row.get(column) not in (None, "")
        }
        result[Path(name).name] = fields
        result.setdefault(Path(name).stem if "." in Path(name).name[-6:] else Path(name).name, fields)
    return result


def describe(document: RawDocument, path: Path, overrides: Mapping[str, str] | None = None) -> Filing:
    """Make the `Filing` of a document.

    Raises:
        FilingError: neither a form nor an issuer can be told.
    """
    given = dict(overrides or {})
    own = dict(document.metadata)
    cover = _cover_text(document)
    form = _form(given.get("form") or own.get("form") or "", cover, path.name)
    named = given.get("company") or own.get("company") or ""
    on_cover = _company_on_cover(document)
    company = named or on_cover or _company_from_name(path)
    if not company:
        raise FilingError(f"{path.name}: no issuer found in header, facts or cover page. Name it in a manifest.")
    period_end = _iso(given.get("period_end")) or _iso(own.get("period_end")) or _period_on_cover(cover, form)
    period = _fiscal_period(form, given, own, document, path)
    year_text = given.get("fiscal_year", "") or own.get("fiscal_year", "")
    year = int(match.group()) if (match := re.search(r"(?:19|20)\d\d", year_text)) else None
    year = year or _fiscal_year(document, period_end, period, own.get("fiscal_year_end"))
    named_as = _ACCESSION.search(path.stem) or _ACCESSION.search(path.parent.name)
    accession = given.get("accession") or own.get("accession") or (named_as[1] if named_as else None)
    accession = accession if accession and _ACCESSION.fullmatch(accession) else None
    cik = (given.get("cik") or own.get("cik") or "").lstrip("0") or None
    ticker = (given.get("ticker") or own.get("ticker") or "").upper() or None
    others = [own.get("company", ""), on_cover, *own.get("former_names", "").split("; ")]
    others += [symbol for symbol in own.get("symbols", "").split("; ") if symbol != ticker]
    aliases = tuple(dict.fromkeys(n for n in others if n and n.lower() != company.lower()))
    return Filing(
        id=accession or slug(path.stem if path.stem not in _GENERIC_NAMES else f"{path.parent.name}-{path.stem}"),
        issuer=cik or slug(short_name(company)),
        company=company,
        form=form,
        source=path.name,
        accession=accession,
        cik=cik,
        ticker=ticker,
        aliases=aliases,
        fiscal_year=year,
        fiscal_period=period,
        period_end=period_end,
        filed_on=_iso(given.get("filed_on")) or _iso(own.get("filed_on")),
        pages=document.pages,
    )


_GENERIC_NAMES = {"full-submission", "primary-document", "filing"}


def slug(text: str) -> str:
    """A readable id: letters, digits, dot and dash only."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-") or "document"


def short_name(company: str) -> str:
    """A company's name without its corporate suffixes: "Best Buy Co., Inc." -> "Best Buy"."""
    name = re.sub(r"\s*[\\/][A-Z]{2,3}[\\/]?\s*$", "", company.strip()).strip(" ,.")
    while True:
        shorter = _CORPORATE.sub("", name).strip(" ,.&")
        if shorter == name or not shorter:
            return name
        name = shorter


def _form(named: str, cover: str, file_name: str) -> str:
    text = named.strip().upper().replace(" ", "").removeprefix("FORM")
    match = re.fullmatch(r"(\d{1,2})-?([KQF])(.*)", text)
    if match:
        return f"{match[1]}-{match[2]}{match[3]}"
    if text:
        return "EARNINGS" if text.startswith(("EARN", "EX-99", "PRESS")) else text
    found = _FORM.search(cover) or _FORM.search(file_name.replace("_", " "))
    if found:
        raw = found[1].upper()
        form = raw if "-" in raw else re.sub(r"^(\d+)", r"\1-", raw)
        return form + ("/A" if "/A" not in form and re.search(r"amendment\s+no", cover[:3000], re.I) else "")
    in_name = re.search(r"(?<!\d)(10|8)-?([KQ])(?![A-Za-z])", file_name, re.IGNORECASE)
    if in_name:
        return f"{in_name[1]}-{in_name[2].upper()}"
    return "EARNINGS" if re.search(r"earning|press\s*release|results", file_name + cover[:2000], re.I) else "OTHER"


def _cover_text(document: RawDocument) -> str:
    return "\n".join(block.text for block in document.blocks[:_COVER_BLOCKS])


def _company_on_cover(document: RawDocument) -> str:
    """The words above "(Exact name of registrant as specified in its charter)"."""
    blocks = document.blocks[:_COVER_BLOCKS]
    for index, block in enumerate(blocks):
        lines = block.text.split("\n")
        for at, line in enumerate(lines):
            match = _NAME_ABOVE.search(line)
            if not match:
                continue
            before = line[: match.start()].strip(" (|_")
            above = [before, *reversed(lines[:at]), *(b.text for b in reversed(blocks[max(0, index - 3) : index]))]
            for candidate in above:
                name = candidate.split("\n")[-1].strip(" |_()")
                if (
                    2 < len(name) < 90
                    and re.search(r"[A-Za-z]{2}", name)
                    and not re.search(r"commission|\d{3}-\d", name, re.I)
                ):
                    return name
    for block in blocks[:25]:
        if len(block.text) <= 70 and _COMPANY_LINE.search(block.text) and not _NOT_A_COMPANY.search(block.text):
            return block.text.strip(" .,")
    return ""


def _company_from_name(path: Path) -> str:
    words = re.split(r"[_\s]+", path.stem)
    return words[0].strip(" -").title() if len(words) > 1 and re.search(r"[A-Za-z]", words[0]) else ""


def _period_on_cover(cover: str, form: str) -> date | None:
    """The period that a report covers, or the date of the event that a current report tells of."""
    if base_form(form) in ITEMS:
        for match in _PERIOD.finditer(cover):
            found = _DATE.search(cover, match.end(), match.end() + 60)
            if found:
                return _from_match(found)
    said = _DATE_OF_REPORT.search(cover)
    if said:
        dates = list(_DATE.finditer(cover, max(0, said.start() - 120), said.end() + 120))
        if dates:  # printed below the words, or above them
            return _from_match(next((d for d in dates if d.start() >= said.end()), dates[-1]))
    found = _DATE.search(cover)
    return _from_match(found) if found else None


def _from_match(match: re.Match[str]) -> date | None:
    try:
        return date(int(match[3]), _MONTHS.index(match[1].lower()) + 1, int(match[2]))
    except ValueError:
        return None


def _iso(text: str | None) -> date | None:
    if not text:
        return None
    for pattern in ("%Y-%m-%d", "%Y%m%d", "%m/%d/%Y", "%B %d, %Y"):
        try:
            return datetime.strptime(text.strip(), pattern).date()
        except ValueError:
            continue
    return None


def _fiscal_period(
    form: str, given: Mapping[str, str], own: Mapping[str, str], document: RawDocument, path: Path
) -> FiscalPeriod | None:
    for text in (given.get("fiscal_period", ""), given.get("fiscal_year", ""), own.get("fiscal_period", "")):
        match = re.search(r"Q([1-4])", text.upper())
        if match:
            return _quarter(match[1])
    if base_form(form) == "10-K":
        return "FY"
    if base_form(form) == "10-Q":
        spans = _longest_span(document)
        in_name = _QUARTER_IN_NAME.search(path.stem)
        return spans or (_quarter(in_name[1] or in_name[2]) if in_name else "Q1")
    in_name = _QUARTER_IN_NAME.search(path.stem)
    return _quarter(in_name[1] or in_name[2]) if in_name else None


def _quarter(digit: str) -> FiscalPeriod:
    quarters: tuple[FiscalPeriod, ...] = ("Q1", "Q2", "Q3", "Q4")
    return quarters[int(digit) - 1]


def _longest_span(document: RawDocument) -> FiscalPeriod | None:
    """The quarter of a 10-Q by the longest year-to-date span that its tables and headings print repeatedly."""
    counts: Counter[str] = Counter()
    for text in _table_heads(document):
        for quarter, pattern in _SPANS:
            if pattern.search(text):
                counts[quarter] += 1
                break
        else:
            if re.search(r"\b(?:three|thirteen|twelve|sixteen|13|12|16)[\s-]+(?:months|weeks)", text, re.IGNORECASE):
                counts["Q1"] += 1
    for quarter in ("Q3", "Q2", "Q1"):
        if counts[quarter] >= 2 or (counts[quarter] and sum(counts.values()) < 4):
            return _quarter(quarter[1])
    return None


def _table_heads(document: RawDocument) -> Iterator[str]:
    for block in document.blocks:
        if block.kind == "table":
            yield "\n".join(block.text.split("\n")[: max(block.header_rows, 2)])
        elif len(block.text) < 200:
            yield block.text


def _fiscal_year(
    document: RawDocument, period_end: date | None, period: FiscalPeriod | None, year_end: str | None
) -> int | None:
    """The issuer's own fiscal year: of the years that the period may belong to, the one that the text calls fiscal."""
    if period_end is None:
        return None
    candidates = {period_end.year}
    if period == "FY" or period is None:
        if period_end.month <= 2:
            candidates.add(period_end.year - 1)
    else:
        candidates |= {period_end.year + 1, period_end.year - 1}
    text = " ".join(block.text[:4000] for block in document.blocks[:400])
    said = Counter(int(y) for y in re.findall(r"\bfiscal(?:\s+year)?\s+((?:19|20)\d\d)\b", text, re.IGNORECASE))
    known = {year: count for year, count in said.items() if year in candidates and count >= 3}
    if known:
        return max(known, key=lambda year: (known[year], year == period_end.year))
    if period in (None, "FY"):
        # The SEC's dei convention: a year that ends in the first weeks of January is still the year before.
        return period_end.year - 1 if period_end.month == 1 and period_end.day <= 10 else period_end.year
    if year_end and (match := re.fullmatch(r"-*(\d\d)-?(\d\d)", year_end)):
        month, day = int(match[1]), int(match[2])
        return period_end.year + ((period_end.month, period_end.day) > (month, day + 7))
    return period_end.year
