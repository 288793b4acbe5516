"""The report as one page of HTML that needs nothing else."""

from __future__ import annotations

from html import escape

from parlor.check.board import Board
from parlor.check.finding import BREAKS, Finding
from parlor.check.report import Report, heading, likely
from parlor.check.rules import RULES

#: The colours are those of the boards: paper, ink and red, light and dark.
_STYLE = """
:root { color-scheme: light dark; --paper: #fdfaf4; --ink: #28231c; --red: #b03a24;
  --quiet: #68645d; --line: #cecbc4; --plate: #ece9e3; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #f1ebdf; --red: #f28b72;
  --quiet: #b1aca3; --line: #53504c; --plate: #2c2b28; } }
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem 1rem .25rem 0; text-align: left; }
pre { background: var(--plate); padding: .75rem; overflow-x: auto; }
dt { color: var(--quiet); } dd { margin: 0 0 .5rem; font-family: monospace; }
.breaks { color: var(--red); } .text { color: var(--quiet); }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 16rem; max-width: 24rem; } figure svg { width: 100%; height: auto; }
"""


def page(reports: list[Report]) -> str:
    """All reports, with a table first."""
    body = ["<h1>parlor-check</h1>", _table(reports)]
    body += [_section(number, report) for number, report in enumerate(reports)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>parlor-check</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _table(reports: list[Report]) -> str:
    rows = []
    for number, report in enumerate(reports):
        rules = ", ".join(sorted({finding.rule or "-" for finding in report.findings}))
        rows.append(
            f'<tr><td><a href="#file-{number}">{escape(report.file)}</a></td>'
            f"<td>{report.game or ''}</td><td>{report.verdict}</td><td>{rules}</td></tr>"
        )
    head = "<tr><th>File</th><th>Game</th><th>Verdict</th><th>Rules</th></tr>"
    return f"<table>\n<thead>{head}</thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody>\n</table>"


def _section(number: int, report: Report) -> str:
    parts = [f'<section id="file-{number}">', f"<h2>{escape(report.file)}</h2>"]
    parts.append(f"<p>{escape(report.headline())}</p>")
    for at, finding in enumerate(report.findings):
        boards = report.boards[at] if at < len(report.boards) else ()
        parts.append(_finding(finding, boards))
    return "\n".join([*parts, "</section>"])


def _finding(finding: Finding, boards: tuple[Board, ...]) -> str:
    is_breach = finding.kind == BREAKS
    kind = "breaks the text" if is_breach else "differs where the text leaves room"
    parts = [
        f'<h3>{finding.rule or "No rule"} <span class="{finding.kind}">{kind}</span></h3>',
        f"<p>{escape(heading(finding))}</p>",
    ]
    if finding.rule is not None:
        parts.append(f'<p class="text">{escape(RULES[finding.rule].text)}</p>')
    if finding.script:
        parts.append(f"<pre>{escape(finding.script)}</pre>")
    parts.append(
        f"<dl><dt>Your program</dt><dd>{escape(finding.got)}</dd>"
        f"<dt>The rules</dt><dd>{escape(finding.expected)}</dd></dl>"
    )
    if boards:
        parts.append('<div class="boards">')
        parts += [_figure(board) for board in boards]
        parts.append("</div>")
    if likely(finding):
        parts.append(f"<p>{escape(likely(finding))}</p>")
    return "\n".join(parts)


def _figure(board: Board) -> str:
    shown = board.svg or f"<pre>{escape(board.text)}</pre>"
    return f"<figure>{shown}<figcaption>{escape(board.caption)}</figcaption></figure>"
