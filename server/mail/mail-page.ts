import { type Html, html } from '../html.ts'

/** The style of the link for the one thing to do in a mail. */
export const buttonStyle =
  'display:inline-block;padding:16px 32px;border-radius:999px;background:#42cc79;color:#1d1d1d;font-weight:700;text-decoration:none'

/**
 * The HTML page of a mail: one column, system fonts, and nothing to fetch from anywhere, so that it looks the same on a phone and
 * offline. `above` is placed before the column.
 */
export function mailPage(title: string, column: Html, above: Html | null = null): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px;background:#f2f2f2;color:#1d1d1d;font:18px/1.5 system-ui,sans-serif">
${above}<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
${column}
</div>
</body>
</html>
`.text
}
