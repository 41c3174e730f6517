"""Wrap a filing as EDGAR stores it: an SGML header and all documents in one `full-submission.txt`."""

from __future__ import annotations

from indexer.sample.frame import Frame


def submission(frame: Frame, *, name: str, body: bytes, industry: str) -> bytes:
    """Give the full submission of a filing whose main document is `body`."""
    issuer = frame.issuer
    short = issuer.name.split(",")[0]
    subsidiaries = (
        f"<html><head><title>EX-21</title></head><body><p>SUBSIDIARIES OF {issuer.name.upper().replace('&', '&amp;')}</p><table>"
        "<tr><td>Name</td><td>State of organization</td></tr><tr><td>Marrowby Retail LLC</td><td>Delaware</td></tr>"
        "<tr><td>Finchling Stores LLC</td><td>Delaware</td></tr><tr><td>Shuttle Row Sourcing Ltd.</td><td>Hong Kong</td></tr>"
        "</table></body></html>\n"
    )
    certification = (
        "<html><head><title>EX-31.1</title></head><body><p>CERTIFICATION</p><p>I, "
        f"{issuer.chief[0]}, certify that I have reviewed this annual report on Form 10-K of {short.replace('&', '&amp;')}; based "
        "on my knowledge, this report does not contain any untrue statement of a material fact.</p></body></html>\n"
    )
    schema = f'<?xml version="1.0"?>\n<schema targetNamespace="http://www.{issuer.ticker.lower()}.example/2024"/>\n'
    documents = [
        _document("10-K", 1, name, f"<XBRL>\n{body.decode('ascii')}</XBRL>\n"),
        _document("EX-21", 2, "ex21.htm", subsidiaries),
        _document("EX-31.1", 3, "ex311.htm", certification),
        _document("EX-101.SCH", 4, f"{issuer.ticker.lower()}.xsd", f"<XBRL>\n{schema}</XBRL>\n"),
    ]
    return (_header(frame, len(documents), industry) + "".join(documents) + "</SEC-DOCUMENT>\n").encode("ascii")


def _document(kind: str, number: int, name: str, text: str) -> str:
    return (
        f"<DOCUMENT>\n<TYPE>{kind}\n<SEQUENCE>{number}\n<FILENAME>{name}\n<DESCRIPTION>{kind}\n<TEXT>\n{text}</TEXT>\n"
        "</DOCUMENT>\n"
    )


def _header(frame: Frame, count: int, industry: str) -> str:
    issuer = frame.issuer
    filed = f"{frame.filed:%Y%m%d}"
    year_end = issuer.year_end.replace("-", "")
    return f"""<SEC-DOCUMENT>{frame.accession}.txt : {filed}
<SEC-HEADER>{frame.accession}.hdr.sgml : {filed}
<ACCEPTANCE-DATETIME>{filed}161502
ACCESSION NUMBER:\t\t{frame.accession}
CONFORMED SUBMISSION TYPE:\t10-K
PUBLIC DOCUMENT COUNT:\t\t{count}
CONFORMED PERIOD OF REPORT:\t{frame.end:%Y%m%d}
FILED AS OF DATE:\t\t{filed}
DATE AS OF CHANGE:\t\t{filed}

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t{issuer.name.upper()}
\t\tCENTRAL INDEX KEY:\t\t\t{issuer.cik}
\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\t{industry}
\t\tIRS NUMBER:\t\t\t\t{issuer.ein.replace("-", "")}
\t\tSTATE OF INCORPORATION:\t\t\tDE
\t\tFISCAL YEAR END:\t\t\t{year_end}

\tFILING VALUES:
\t\tFORM TYPE:\t\t10-K
\t\tSEC ACT:\t\t1934 Act
\t\tSEC FILE NUMBER:\t{issuer.file_number}

\tBUSINESS ADDRESS:\t
\t\tSTREET 1:\t\t{issuer.street.upper()}
\t\tCITY:\t\t\t{issuer.city.upper()}
\t\tSTATE:\t\t\t{issuer.state_code}
\t\tZIP:\t\t\t{issuer.postal}

\tFORMER COMPANY:\t
\t\tFORMER CONFORMED NAME:\tMARROWBY STORES INC
\t\tDATE OF NAME CHANGE:\t20080611
</SEC-HEADER>
"""
