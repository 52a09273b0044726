import { pageAgeMs } from '../../lib/clock.ts'
import { situationOf } from '../../lib/errors.ts'
import { idOnDevice } from '../../lib/request.ts'
import { type KeptEdits, keptEditsOf, keptTranscripts } from './kept-edits.ts'
import { isOpen } from './open-transcripts.ts'
import { isWorthRepeating, type TranscriptServer, transcriptServer } from './transcript-server.ts'

/** Transcripts of which the server has refused an edit; sending it again from this page would change nothing. */
const refused = new Set<string>()

/** Transcripts that were gone, and how old the page is when they are asked for again: somebody may restore their story. */
const restsUntilMs = new Map<string, number>()
const REST_MS = 300_000

/**
 * Sends what somebody has corrected on this device and nobody has confirmed, of transcripts that are not open: one that is
 * sends its own. What the server refuses stays kept: it is told where it was typed, when the transcript is opened. One that
 * is gone for them may be restored from the trash, for as long as the trash keeps it: until then it stays kept, too.
 */
export async function sendKept(personId: string): Promise<void> {
  for (const id of keptTranscripts(personId)) {
    const rests = () => pageAgeMs() < (restsUntilMs.get(id) ?? 0)
    const mayGo = () => idOnDevice() === personId && !isOpen(id) && !refused.has(id) && !rests()
    const kept = keptEditsOf(personId, id)
    try {
      await sendAll(kept, transcriptServer(id), mayGo)
    } catch (error) {
      if (isWorthRepeating(error)) return
      if (situationOf(error) === 'NOT_FOUND') {
        restsUntilMs.set(id, pageAgeMs() + REST_MS)
        for (const edit of kept.all()) kept.setAside(edit)
      } else refused.add(id)
    }
  }
}

/** In the order of their making, up to the first that fails. */
async function sendAll(
  kept: KeptEdits,
  server: Pick<TranscriptServer, 'edit'>,
  mayGo: () => boolean,
): Promise<void> {
  for (const { commands } of kept.all()) {
    if (!mayGo()) return
    await server.edit([...commands])
    kept.forget(commands[0]?.id ?? '')
  }
}
