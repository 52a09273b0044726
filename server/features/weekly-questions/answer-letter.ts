import { limits } from '#contract/limits.ts'
import type { Message } from '../../mail/message.ts'

type Answered = {
  origin: string
  storyId: string | null
  /** Why no story was made of it; null if something was to be made of it. */
  refusal: 'too late' | 'too many' | null
  attachments: number
  isCut: boolean
}

/** Where an answer is still to be found that was not kept; it may have been written by somebody the question was passed on to. */
const stillThere =
  'What was written is still among the sent mails of whoever wrote it. Copy it from there into a story'
const reasons = {
  empty: 'We found nothing written in your mail. Please answer once more above the question, or write it',
  'too late': `An answer to a question that was mailed to you came after the ${limits.answerDays} days in which it can be answered by mail. ${stillThere}`,
  'too many': `A question that was mailed to you has been answered ${limits.answersPerMail} times, which is as often as is possible by mail, and now once more. ${stillThere}`,
}

/**
 * The reply to an answer by mail, so that its sender knows whether it arrived. Its header keeps mail programs from
 * answering it automatically (RFC 3834).
 */
export function answerLetter({
  origin,
  storyId,
  refusal,
  attachments,
  isCut,
}: Answered): Omit<Message, 'to'> {
  const headers = { 'Auto-Submitted': 'auto-replied' }
  if (storyId === null) {
    return {
      subject: 'Your answer could not be kept',
      text: `${reasons[refusal ?? 'empty']} here:\n${origin}/app/stories?new=journal\n`,
      headers,
    }
  }
  const pictures =
    attachments > 0
      ? 'Files that came with it were not kept. You can add them on the page of the story.\n\n'
      : ''
  const end = isCut
    ? 'Your mail was longer than what we can take by mail, so its end is missing. You can add the rest on the page of the story.\n\n'
    : ''
  return {
    subject: 'Your story is kept',
    text: `Thank you. What you wrote is a story now. Read it, or go on writing:\n${origin}/app/stories/${storyId}\n\n${end}${pictures}`,
    headers,
  }
}
