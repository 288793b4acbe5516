"""The report as one self-contained HTML page."""

from __future__ import annotations

import os
from collections import Counter
from html import escape

from parlor.check.board import Board
from parlor.check.finding import BREAKS, DIFFERS, Finding
from parlor.check.report import (
    BROKEN,
    COULD_NOT_RUN,
    RIGHT,
    TOO_SLOW,
    Report,
    heading,
    labels,
    likely,
    open_doors,
    stop,
    suspicion,
    wording,
)
from parlor.check.symbols import Symbols

#: The colors are those of the boards: paper, ink and red, light and dark.
_STYLE = """
:root { color-scheme: light dark; --paper: #fdfaf4; --ink: #28231c; --red: #b03a24;
  --quiet: #68645d; --line: #cecbc4; --plate: #ece9e3; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #f1ebdf; --red: #f28b72;
  --quiet: #b1aca3; --line: #53504c; --plate: #2c2b28; } }
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3, p, td, dd, pre { overflow-wrap: anywhere; }
a { color: inherit; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left;
  vertical-align: top; } td span { white-space: nowrap; }
pre { background: var(--plate); padding: .75rem; white-space: pre-wrap; }
dt { color: var(--quiet); } dd { margin: 0 0 .5rem; font-family: monospace; }
.breaks { color: var(--red); } .text { color: var(--quiet); }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 14rem; max-width: 24rem; } figure svg { width: 100%; height: auto; }
.symbols { position: absolute; }
@media print { h3, figure, pre, dl { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""

_VERDICTS = {
    BROKEN: "breaks the text",
    DIFFERS: "keeps the text, read otherwise",
    TOO_SLOW: "too slow to be judged",
    RIGHT: "right",
    COULD_NOT_RUN: "could not be run",
}


def page(reports: list[Report]) -> str:
    """All reports, with a table first if there are several."""
    title = escape(_title(reports))
    body = [f"<h1>{title}</h1>"]
    if len(reports) != 1:
        body.append(_table(reports))
    boards = [board for report in reports for shown in report.boards for board in shown]
    symbols = Symbols(board.svg for board in boards if board.svg)
    body.append(symbols.definitions)
    body += [_section(at, report, len(reports), symbols) for at, report in enumerate(reports)]
    body += [f"<p>{escape(line)}</p>" for line in open_doors(reports)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}{symbols.style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def _title(reports: list[Report]) -> str:
    """The file and its verdict, or of several how many there are of each."""
    if len(reports) == 1:
        return f"{os.path.basename(reports[0].file)}: {_VERDICTS[reports[0].verdict]}"
    verdicts = Counter(report.verdict for report in reports)
    parts = [f"{verdicts[one]} {one}" for one in _VERDICTS if verdicts[one]]
    return f"{len(reports)} programs: {', '.join(parts)}"


def _table(reports: list[Report]) -> str:
    rows = []
    for number, report in enumerate(reports):
        rules = labels(report.findings)
        rows.append(
            f'<tr><td><a href="#file-{number}">{escape(report.file)}</a></td>'
            f"<td>{report.game or '-'}</td><td>{_VERDICTS[report.verdict]}</td>"
            f"<td>{' '.join(f'<span>{one}</span>' for one in rules) or '-'}</td></tr>"
        )
    head = "".join(f'<th scope="col">{one}</th>' for one in ("File", "Game", "Verdict", "Rules"))
    return (
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        + "\n".join(rows)
        + "\n</tbody>\n</table>"
    )


def _section(at: int, report: Report, reports: int, symbols: Symbols) -> str:
    name = f"<h2>{escape(report.file)}</h2>" if reports > 1 else "<h2>What was found</h2>"
    parts = [f'<section id="file-{at}">', name]
    parts.append(f"<p>{escape(report.headline())}</p>")
    for number, finding in enumerate(report.findings):
        boards = report.boards[number] if number < len(report.boards) else ()
        parts.append(_finding(finding, boards, symbols, os.path.basename(report.file)))
    parts += [f'<p class="text">Remark: {escape(remark)}</p>' for remark in report.remarks]
    return "\n".join([*parts, "</section>"])


def _finding(finding: Finding, boards: tuple[Board, ...], symbols: Symbols, main: str) -> str:
    is_breach = finding.kind == BREAKS
    kind = "breaks the text" if is_breach else "differs where the text leaves room"
    [label] = labels([finding]) if finding.rule else ["No rule"]
    parts = [
        f'<h3>{label} <span class="{finding.kind}">{kind}</span></h3>',
        f"<p>{escape(heading(finding))}</p>",
    ]
    if words := wording(finding):
        parts.append(f'<p class="text">{escape(words)}</p>')
    if finding.script:
        parts.append(f"<pre>{escape(finding.script)}</pre>")
    line = f"<dd>{escape(words)}</dd>" if (words := stop(finding, main)) else ""
    parts.append(
        f"<dl><dt>Your program</dt><dd>{escape(finding.got)}</dd>{line}"
        f"<dt>The rules</dt><dd>{escape(finding.expected)}</dd></dl>"
    )
    if boards:
        parts.append('<div class="boards">')
        parts += [_figure(board, symbols) for board in boards]
        parts.append("</div>")
    if finding.suspects:
        words, places = suspicion(finding, main)
        parts.append(f"<p>{escape(words)}</p>\n<pre>{escape(chr(10).join(places))}</pre>")
    if words := likely(finding):
        parts.append(f"<p>{escape(words)}</p>")
    return "\n".join(parts)


def _figure(board: Board, symbols: Symbols) -> str:
    shown = symbols.draw(board.svg) if board.svg else f"<pre>{escape(board.text)}</pre>"
    # What a picture cannot show is written below it.
    rest = " ".join(line.strip() for line in board.text.split("\n") if ":" in line or "(" in line)
    caption = f"{board.caption}. {rest}" if board.svg and rest else board.caption
    return f"<figure>{shown}<figcaption>{escape(caption)}</figcaption></figure>"
