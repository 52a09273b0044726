import type { BookChapter, ChapterFailure } from '#contract/book-chapters.ts'
import { countOf } from '../../../lib/format.ts'

const failureWords: Record<ChapterFailure, string> = {
  UNREACHABLE: 'The text model could not be reached.',
  BUSY: 'The text model has too much to do at the moment.',
  REFUSED: 'The text model refused to work. The person who looks after this Kinora can see why in its log.',
  NONSENSE: 'The text model wrote nothing that the recording bears, so nothing of it was kept.',
  TOO_LONG: 'More is told in this story than a text model can be given. The words as they were told stay.',
}

/** Why a chapter could not be written, with the assurance that the book is unchanged. */
export const failureOf = ({ failure }: BookChapter): string =>
  `${failureWords[failure ?? 'BUSY']} What the book shows stays as it is.`

/** The state of a chapter in a word or two. */
export function standingOf(chapter: BookChapter): string {
  const { state, hasWords, isAccepted, isProposed, isRefused, proposalId } = chapter
  if (!hasWords) return 'Nothing transcribed'
  if (state === 'waiting') return 'Being written'
  if (isRefused) return isAccepted ? 'In the book; newer one refused' : 'Refused'
  if (isAccepted) return isProposed ? 'In the book; a newer one to be read' : 'In the book'
  if (proposalId !== null) return 'Written, to be read'
  return state === 'failed' ? 'Not written' : 'As it was told'
}

/** What the person should know before deciding. */
export function remarksOf(chapter: BookChapter): string[] {
  const { model, leftOut, isOld, editedPages, isAccepted, isProposed } = chapter
  return [
    `Written by the text model${model ? ` ${model}` : ''}. Tap a sentence to hear what it rests on.`,
    leftOut > 0
      ? `${countOf(leftOut, 'sentence')} that the recording does not bear ${leftOut === 1 ? 'was' : 'were'} left out.`
      : '',
    isOld ? 'The transcript was changed since; sentences that rest on changed words are marked.' : '',
    isAccepted && isProposed
      ? 'The book shows an earlier text of this chapter; put into the book, this one takes its place for good.'
      : '',
    editedPages > 0
      ? `${countOf(editedPages, 'page')} of this story that somebody edited ${editedPages === 1 ? 'stays' : 'stay'} in the book as ${editedPages === 1 ? 'it is' : 'they are'}.`
      : '',
  ].filter(Boolean)
}
