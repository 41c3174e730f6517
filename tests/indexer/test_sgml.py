from __future__ import annotations

from indexer.sgml import looks_like_submission, split_submission

HEADER = b"""<SEC-DOCUMENT>0000000001-98-000002.txt : 19980309
<SEC-HEADER>0000000001-98-000002.hdr.sgml : 19980309
ACCESSION NUMBER:\t\t0000000001-98-000002
CONFORMED SUBMISSION TYPE:\t10-K/A
PUBLIC DOCUMENT COUNT:\t\t2
CONFORMED PERIOD OF REPORT:\t19971231
FILED AS OF DATE:\t\t19980309

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\tEXAMPLE PAPER CO
\t\tCENTRAL INDEX KEY:\t\t\t0000000001
\t\tFISCAL YEAR END:\t\t\t1231

\tFORMER COMPANY:\t
\t\tFORMER CONFORMED NAME:\tEXAMPLE PULP CO
\t\tDATE OF NAME CHANGE:\t19900101
</SEC-HEADER>
"""
DOCUMENTS = b"""<DOCUMENT>
<TYPE>10-K/A
<SEQUENCE>1
<FILENAME>a10k.txt
<DESCRIPTION>ANNUAL REPORT
<TEXT>
First words.
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-13
<SEQUENCE>2
<TEXT>
Report words.
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
"""


def test_header_fields_and_documents() -> None:
    submission = split_submission(HEADER + DOCUMENTS)
    assert submission.metadata == {
        "company": "EXAMPLE PAPER CO",
        "cik": "0000000001",
        "accession": "0000000001-98-000002",
        "form": "10-K/A",
        "period_end": "1997-12-31",
        "filed_on": "1998-03-09",
        "fiscal_year_end": "12-31",
        "former_names": "EXAMPLE PULP CO",
        "amendment": "true",
    }
    first, second = submission.documents
    assert (first.type, first.sequence, first.filename, first.description) == ("10-K/A", 1, "a10k.txt", "ANNUAL REPORT")
    assert first.text == b"First words."
    assert (second.type, second.filename, second.text) == ("EX-13", "", b"Report words.")


def test_a_bare_document_without_header() -> None:
    submission = split_submission(b"<DOCUMENT>\n<TYPE>10-K405\n<TEXT>\nWords.\n</TEXT>\n</DOCUMENT>\n")
    assert submission.metadata == {}
    assert [(d.type, d.text, d.truncated) for d in submission.documents] == [("10-K405", b"Words.", False)]


def test_a_pem_envelope_and_its_escaped_dashes() -> None:
    data = (
        b"-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\n\n"
        + HEADER
        + b"<DOCUMENT>\n<TYPE>10-K/A\n<TEXT>\n- ----------\nWords.\n</TEXT>\n</DOCUMENT>\n"
    )
    assert looks_like_submission(data)
    submission = split_submission(data)
    assert submission.metadata["company"] == "EXAMPLE PAPER CO"
    assert submission.documents[0].text == b"----------\nWords."


def test_a_cut_off_download_keeps_what_there_is() -> None:
    submission = split_submission((HEADER + DOCUMENTS)[: -len(b"words.\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n")])
    assert [(d.type, d.truncated) for d in submission.documents] == [("10-K/A", False), ("EX-13", True)]
    assert submission.documents[1].text == b"Report "


def test_only_a_submission_looks_like_one() -> None:
    assert looks_like_submission(HEADER)
    assert looks_like_submission(b"\xef\xbb\xbf\n<DOCUMENT>\n<TYPE>10-K\n")
    assert not looks_like_submission(b"<html><body>the <DOCUMENT> tag</body></html>")
    assert not looks_like_submission(b"")


def test_an_xbrl_wrapper_is_taken_off() -> None:
    submission = split_submission(
        b"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<XBRL>\n<html>x</html>\n</XBRL>\n</TEXT>\n</DOCUMENT>\n"
    )
    assert submission.documents[0].text.strip() == b"<html>x</html>"


def test_a_documents_place_in_the_submission() -> None:
    head = b"<SEC-DOCUMENT>x\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n"
    data = head + "caf\u00e9 words\n</TEXT>\n</DOCUMENT>\n".encode() + b"<DOCUMENT>\n<TYPE>EX-13\n<TEXT>\n<XBRL>\nmore"
    text = data.decode()
    first, second = split_submission(data).documents
    assert (first.start, second.start) == (text.index("caf"), text.index("more"))


def test_a_place_in_an_escaped_envelope_is_unknown() -> None:
    data = b"-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n- -----x\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nwords"
    assert [document.start for document in split_submission(data).documents] == [None]
