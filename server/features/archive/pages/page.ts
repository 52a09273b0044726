import { Html, html } from '../../../html.ts'

/** No script runs and nothing is loaded from elsewhere, whatever the page contains. */
const policy =
  "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const style = `
:root { color-scheme: light dark; --ink: #1d1d1d; --soft: #5c5c5c; --ground: #f2f2f2; --paper: #fff; --line: #e5e5e5; --leaf: #1f6b3f; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceee9; --soft: #b4b8b0; --ground: #161816; --paper: #1f221f; --line: #343834; --leaf: #6fdb9a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 18px/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 20px 96px; }
h1, h2 { font-family: Literata, Georgia, serif; line-height: 1.25; overflow-wrap: anywhere; }
h1 { font-size: 36px; margin: 8px 0; } h2 { font-size: 24px; margin: 48px 0 12px; } h3 { font-size: 18px; margin: 20px 0 4px; }
a { color: var(--leaf); text-underline-offset: 3px; overflow-wrap: anywhere; }
p, li, dd, td { overflow-wrap: anywhere; } .soft { color: var(--soft); } .words { white-space: pre-line; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 16px 0; }
ul.plain { list-style: none; margin: 0; padding: 0; } ul.plain > li { padding: 12px 0; border-top: 1px solid var(--line); } ul.plain > li:first-child { border-top: 0; }
video, img { display: block; max-width: 100%; border-radius: 12px; background: #000; } audio { width: 100%; } img { background: none; }
figure { margin: 16px 0; } figcaption { color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; } dt { color: var(--soft); } dd { margin: 0; }
time.at { color: var(--soft); font-variant-numeric: tabular-nums; margin-inline-end: 8px; }
`

/** A complete page of the archive, which opens from a disk, without a network and without scripts. */
export function pageOf(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`.text
}
