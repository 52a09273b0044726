import type { NoticeKind } from '#contract/notices.ts'
import type { ResourceType } from '#contract/sharing.ts'
import type { Message } from '../../mail/message.ts'
import { oneClickHeaders } from '../../mail/one-click.ts'
import { oneLine } from '../../mail/one-line.ts'
import { noticeMailsEnd } from './unsubscribe.ts'

export type News = { kind: NoticeKind; type: ResourceType; title: string; actor: string; path: string }

/** This server's origin, and the token with which the receiver of a mail can end these mails. */
export type Sender = { origin: string; token: string }

/** The mail about one piece of news: what happened, where to see it, and how to end these mails. */
export function newsLetter({ origin, token }: Sender, news: News): Omit<Message, 'to'> {
  const { subject, sentence, link } = words({
    ...news,
    title: oneLine(news.title, 120),
    actor: oneLine(news.actor, 120) || 'Somebody',
  })
  return {
    subject,
    text: `${[
      sentence,
      `${link}:\n${origin}${news.path}`,
      `You chose to be told of this. To change that:\n${origin}/app/settings#notices`,
      // Behind the #, so that the token appears in no server's log.
      `To get no more of these mails:\n${origin}${noticeMailsEnd.page}#${token}`,
    ].join('\n\n')}\n`,
    headers: oneClickHeaders(origin, noticeMailsEnd, token),
  }
}

/** How the mail names a shared thing: in its subject, before the thing's title, and as the text of the link. */
const shared: Record<ResourceType, { what: string; named: string; link: string }> = {
  story: { what: 'a story', named: 'the story', link: 'Open the story' },
  storybook: { what: 'a storybook', named: 'the storybook', link: 'Open the storybook' },
  family_member: { what: 'the page of a family member', named: 'the page of', link: 'Open the page' },
}

function words({ kind, type, title, actor }: News): { subject: string; sentence: string; link: string } {
  switch (kind) {
    case 'shared':
      return {
        subject: `${actor} shared ${shared[type].what} with you`,
        sentence: `${actor} lets you see ${shared[type].named} “${title}”.`,
        link: shared[type].link,
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
