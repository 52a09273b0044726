import { pageAgeMs } from '../../lib/clock.ts'
import { situationOf } from '../../lib/errors.ts'
import { idOnDevice } from '../../lib/request.ts'
import { type KeptEdit, keptTranscripts } from './edits-here.ts'
import { type KeptEdits, keptEditsOf } from './kept-edits.ts'
import { isOpen } from './open-transcripts.ts'
import { commandOfTypedOn } from './pending-edits.ts'
import { isWorthRepeating, type TranscriptServer, transcriptServer } from './transcript-server.ts'

/**
 * Transcripts (by `nameOf`) for which the server has refused a person's edit; sending it again from this page would be refused again.
 */
const refused = new Set<string>()

/** Transcripts (by `nameOf`) that were gone, with the page age at which they are tried again: their story may have been restored by then. */
const restsUntilMs = new Map<string, number>()
const REST_MS = 300_000

/** Of one person alone: what one may not change, or not see, another who uses this device may. */
const nameOf = (personId: string, transcriptId: string) => `${personId} ${transcriptId}`

/**
 * Sends a person's unconfirmed edits of transcripts that are not open in this tab; an open transcript sends its own. Refused edits stay
 * kept: the refusal is shown in the transcript when it is next opened. The edits of a transcript in the trash also stay kept, for as long
 * as the trash keeps its story, which may be restored.
 */
export async function sendKept(personId: string): Promise<void> {
  for (const id of keptTranscripts(personId)) {
    const name = nameOf(personId, id)
    const rests = () => pageAgeMs() < (restsUntilMs.get(name) ?? 0)
    const mayGo = () => idOnDevice() === personId && !isOpen(id) && !refused.has(name) && !rests()
    const kept = keptEditsOf(personId, id)
    try {
      await sendAll(kept, transcriptServer(id), mayGo)
    } catch (error) {
      if (isWorthRepeating(error)) return
      if (situationOf(error) === 'NOT_FOUND') {
        restsUntilMs.set(name, pageAgeMs() + REST_MS)
        for (const edit of kept.all()) kept.setAside(edit)
      } else refused.add(name)
    }
  }
}

/** Sends the edits in the order in which they were made, each followed by what was typed in its lines since; stops at the first failure. */
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
  // If the transcript has been opened meanwhile, its own session sends what was typed since.
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
