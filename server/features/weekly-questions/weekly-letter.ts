import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { html } from '../../html.ts'
import { buttonStyle, mailPage } from '../../mail/mail-page.ts'
import type { Message } from '../../mail/message.ts'
import { oneClickHeaders } from '../../mail/one-click.ts'
import { oneLine } from '../../mail/one-line.ts'
import { answerMark } from '../../mail/written-text.ts'
import type { ChosenQuestion } from './choose-question.ts'

export const weeklyMailsEnd = { path: '/mail/unsubscribe', page: '/weekly-question' } as const

type Letter = {
  origin: string
  question: ChosenQuestion
  token: string
  /** The address for answers by mail; null where the operator receives no mail. */
  answerTo: string | null
}

/**
 * The weekly mail: the question, with links to answer it, to get another one and to end the mails. Links that change
 * something lead to a page with a button, because mail programs open links by themselves; the headers let a mail
 * program end the mails with one click (RFC 8058).
 */
export function weeklyLetter({ origin, question, token, answerTo }: Letter): Omit<Message, 'to'> {
  const answer = `${origin}/app/studio?${new URLSearchParams({ title: cutText(question.text, limits.title), prompt: question.id })}`
  // Behind the #, so that the token appears in no server's log.
  const page = `${origin}${weeklyMailsEnd.page}#${token}`
  const subject = oneLine(question.text, limits.question)
  return {
    subject,
    text: `${answerTo ? `${answerMark}\n\n` : ''}${textOf(question.text, answer, page, answerTo !== null)}`,
    html: htmlOf(question.text, answer, page, answerTo !== null),
    headers: {
      ...(answerTo ? { 'Reply-To': answerTo } : {}),
      ...oneClickHeaders(origin, weeklyMailsEnd, token),
    },
  }
}

const invitation = 'Or simply answer this mail: what you write becomes a story in your journal.'

function textOf(question: string, answer: string, page: string, canAnswer: boolean): string {
  return `${[
    'A question for this week:',
    `    ${oneLine(question, limits.question)}`,
    `Answer now:\n${answer}`,
    ...(canAnswer ? [invitation] : []),
    `Another question, or no more of these mails:\n${page}`,
  ].join('\n\n')}\n`
}

function htmlOf(question: string, answer: string, page: string, canAnswer: boolean): string {
  const link = 'color:#1f6b3f'
  const above = html`<p style="margin:0 0 16px;font-size:14px;color:#666666;text-align:center">${answerMark}</p>
`
  const column = html`<p style="margin:0;color:#666666">A question for this week</p>
<p dir="auto" style="margin:16px 0;font:600 24px/1.35 Georgia,serif">${question}</p>
<p style="margin:24px 0"><a href="${answer}" style="${buttonStyle}">Answer now</a></p>
${canAnswer && html`<p style="margin:0 0 16px">${invitation}</p>`}
<p style="margin:0"><a href="${page}" style="${link}">Another question</a></p>
<p style="margin:24px 0 0;font-size:16px;color:#666666">You asked for a question a week. <a href="${page}" style="${link}">Stop these mails</a></p>`
  return mailPage(question, column, canAnswer ? above : null)
}
