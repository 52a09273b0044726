import type { BookChapter } from '#contract/book-chapters.ts'

/** Whether the book can return to the words as they were told. If there is a newer text, that has to be decided about first. */
export const mayTakeBack = ({ proposalId, isAccepted, isProposed }: BookChapter): boolean =>
  proposalId !== null && isAccepted && !isProposed

/** Whether the text that was read is still the newest: nobody is to decide about a text they have not read. */
export const isNewest = (
  newest: Pick<BookChapter, 'proposalId'>,
  read: Pick<BookChapter, 'proposalId'> | undefined,
): boolean => newest.proposalId !== null && newest.proposalId === read?.proposalId

/** Whether a decision can be undone. Accepting a text in place of an accepted one cannot, because the earlier text is gone. */
export const mayBeUndone = ({ isAccepted }: BookChapter, decision: 'accepted' | 'refused'): boolean =>
  decision === 'refused' || !isAccepted

/** Which story's chapter is being read once one has been decided about; `read` is the one being read until then. */
export const readAfter = ({ storyId }: Pick<BookChapter, 'storyId'>, read: string | null): string | null =>
  read === storyId ? null : read

type Asked = Pick<BookChapter, 'storyId' | 'state'>

/** Of the stories whose chapters were asked for: which were begun, and for which the plan had no room, by the answer to that. */
export function asked<Chapter extends Asked>(
  answer: readonly Chapter[],
  storyIds: readonly string[],
): { begun: Chapter[]; left: Chapter[] } {
  const those = answer.filter(({ storyId }) => storyIds.includes(storyId))
  return {
    begun: those.filter(({ state }) => state === 'waiting'),
    left: those.filter(({ state }) => state !== 'waiting'),
  }
}
