import type { Message } from '../../mail/message.ts'

type Answered = { origin: string; storyId: string | null; attachments: number; isCut: boolean }

/**
 * The reply to an answer by mail, so that its sender knows whether it arrived. Its header keeps mail programs from
 * answering it automatically (RFC 3834).
 */
export function answerLetter({ origin, storyId, attachments, isCut }: Answered): Omit<Message, 'to'> {
  const headers = { 'Auto-Submitted': 'auto-replied' }
  if (storyId === null) {
    return {
      subject: 'Your answer could not be kept',
      text: `We found nothing written in your mail. Please answer once more above the question, or write it here:\n${origin}/app/stories?new=journal\n`,
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
