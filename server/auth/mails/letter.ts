import { type Html, html } from '../../html.ts'
import { buttonStyle, mailPage } from '../../mail/mail-page.ts'

/** The content of a mail: plain words first, then a single thing to do. */
export type Letter = {
  subject: string
  /** One paragraph per entry. */
  paragraphs: string[]
  action?: { label: string; url: string; code?: string }
  /** For mails without a link: the six-digit code to type on the page that asked for it. */
  code?: string
  /** What to do if the mail was not expected. */
  footer: string
}

export type Message = { to: string; subject: string; text: string; html: string }

export function compose(to: string, letter: Letter): Message {
  return { to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

function textOf({ paragraphs, action, code, footer }: Letter): string {
  const parts = [...paragraphs]
  if (code !== undefined) parts.push(soleCodeSentence(code))
  if (action !== undefined) {
    parts.push(`${action.label}:\n${action.url}`)
    if (action.code !== undefined) parts.push(codeSentence(action.code))
  }
  return `${[...parts, footer].join('\n\n')}\n`
}

function htmlOf({ subject, paragraphs, action, code, footer }: Letter): string {
  const column = html`${paragraphs.map(paragraph)}${code !== undefined && codeHtml(code)}${action !== undefined && actionHtml(action)}<p style="margin:24px 0 0;font-size:16px;color:#666666">${footer}</p>`
  return mailPage(subject, column)
}

function actionHtml({ label, url, code }: { label: string; url: string; code?: string }): Html {
  return html`<p style="margin:24px 0"><a href="${url}" style="${buttonStyle}">${label}</a></p>
${code !== undefined && paragraph(codeSentence(code))}<p style="margin:16px 0 0;font-size:16px;color:#666666;word-break:break-all">If the button does nothing, copy this address into your browser: ${url}</p>
`
}

function codeSentence(code: string): string {
  return `If you are asked for a code, type ${code}.`
}

function soleCodeSentence(code: string): string {
  return `To show that it is you, type ${code}.`
}

/** The code in large type, because it is read from one screen and typed into another. */
function codeHtml(code: string): Html {
  const digits = 'font-size:32px;font-weight:700;letter-spacing:4px'
  return html`<p style="margin:0 0 16px">To show that it is you, type <span style="${digits}">${code}</span></p>
`
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p>\n`
}
