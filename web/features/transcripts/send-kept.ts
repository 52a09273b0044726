import { pageAgeMs } from '../../lib/clock.ts'
import { situationOf } from '../../lib/errors.ts'
import { idOnDevice } from '../../lib/request.ts'
import { type KeptEdit, keptTranscripts } from './edits-here.ts'
import { type KeptEdits, keptEditsOf } from './kept-edits.ts'
import { isOpen } from './open-transcripts.ts'
import { commandOfTypedOn } from './pending-edits.ts'
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

/** In the order of their making, up to the first that fails; with each what was typed on in its lines. */
export async function sendAll(
  kept: KeptEdits,
  server: Pick<TranscriptServer, 'edit'>,
  mayGo: () => boolean,
): Promise<void> {
  for (const edit of kept.all()) await sendOne(edit, kept, server, mayGo)
}

async function sendOne(
  { commands, typedOn = [] }: KeptEdit,
  kept: KeptEdits,
  server: Pick<TranscriptServer, 'edit'>,
  mayGo: () => boolean,
): Promise<void> {
  if (!mayGo()) return
  const { lines } = await server.edit([...commands])
  // Whoever has opened it meanwhile goes on with what was typed on.
  if (typedOn.length > 0 && !mayGo()) return
  const next = typedOn.flatMap((typed): KeptEdit[] => {
    const command = commandOfTypedOn(
      typed,
      lines.find(({ id }) => id === typed.lineId),
    )
    return command ? [{ commands: [command], typed: typed.text }] : []
  })
  for (const edit of next) kept.keep(edit)
  kept.forget(commands[0]?.id ?? '')
  for (const edit of next) await sendOne(edit, kept, server, mayGo)
}
