import type { NoticeKind } from '#contract/notices.ts'
import type { Message } from '../../mail/message.ts'

export type News = { kind: NoticeKind; title: string; actor: string; path: string }

/** The mail about one piece of news: what happened, where to see it, how to get no more of these. */
export function newsLetter(origin: string, news: News): Omit<Message, 'to'> {
  const { subject, sentence, link } = words({
    ...news,
    title: oneLine(news.title),
    actor: oneLine(news.actor) || 'Somebody',
  })
  return {
    subject,
    text: `${[
      sentence,
      `${link}:\n${origin}${news.path}`,
      `You chose to be told of this. To change that:\n${origin}/app/settings#notices`,
    ].join('\n\n')}\n`,
  }
}

function words({ kind, title, actor }: News): { subject: string; sentence: string; link: string } {
  switch (kind) {
    case 'shared':
      return {
        subject: `${actor} shared a story with you`,
        sentence: `${actor} lets you see the story “${title}”.`,
        link: 'Open the story',
      }
    case 'comment':
      return {
        subject: `A new comment on “${title}”`,
        sentence: `${actor} said something about your story “${title}”.`,
        link: 'Read it and answer',
      }
    case 'transcript':
      return {
        subject: `The transcript of “${title}” is ready`,
        sentence: `What was said in “${title}” is now written down. You can read it, correct it and search in it.`,
        link: 'Open the transcript',
      }
  }
}

/** Names and titles are what people typed: they stay on their line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 120)
}
