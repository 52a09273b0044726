import type { BookChapter } from '#contract/book-chapters.ts'

/** Whether the book can go back to the words as they were told; a newer text is decided about first. */
export const mayTakeBack = ({ proposalId, isAccepted, isProposed }: BookChapter): boolean =>
  proposalId !== null && isAccepted && !isProposed

/** Whether what was read is still the newest there is: nobody decides about what they have not read. */
export const isNewest = (
  newest: Pick<BookChapter, 'proposalId'>,
  read: Pick<BookChapter, 'proposalId'> | undefined,
): boolean => newest.proposalId !== null && newest.proposalId === read?.proposalId

/** Whether a decision can be undone. What is accepted in place of an earlier text is not: the earlier one is gone. */
export const mayBeUndone = ({ isAccepted }: BookChapter, decision: 'accepted' | 'refused'): boolean =>
  decision === 'refused' || !isAccepted
