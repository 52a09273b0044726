import type { TranscriptSession } from './transcript-session.ts'
import { wordAtCaret } from './word-edit.ts'

/**
 * The word of a line before which the cursor stands. It is counted in the words as they are once everything typed has arrived: what was
 * typed is cut into words anew, and what was heard stays as the engine cut it.
 */
export async function wordAtCursor(
  session: TranscriptSession,
  lineId: string,
  typedBefore: string,
): Promise<number> {
  await session.flush()
  const line = session.view.get().lines.find(({ id }) => id === lineId)
  return wordAtCaret(line?.words ?? [], typedBefore)
}
