import { hasSpool } from '../features/studio/has-spool.ts'
import { countEditsHere } from '../features/transcripts/edits-here.ts'
import { countRefusedHere } from '../features/transcripts/refused-here.ts'
import { countOf } from '../lib/format.ts'
import { importing } from '../lib/importing.ts'
import { underWay } from '../lib/under-way.ts'
import { isAnythingUnsaved } from '../ui/unsaved.ts'

/** What logging out would leave undone, each in words, such as '1 recording'. */
export type LeftBehind = {
  /** On this device alone; it is sent when its owner logs in here again. */
  kept: string[]
  /** Typed, refused by the server, and not yet looked at by the person: on this device alone, and never sent. */
  refused: string[]
  /** Not yet on the server, and this browser had no room to store it: lost with the page. */
  passing: string[]
  /** Being sent now; it would stop. */
  stopped: string[]
  /** Whether something entered on the page would be lost. */
  isLosing: boolean
}

/** What logging out would leave behind; null where that is nothing. */
export async function leftBehind(userId: string): Promise<LeftBehind | null> {
  const corrections = countEditsHere(userId)
  const refused = countRefusedHere(userId)
  const left = {
    kept: [...(await keptByRecorder()), ...correctionsIn(corrections.kept)],
    refused: correctionsIn(refused.kept),
    passing: correctionsIn(corrections.passing + refused.passing),
    stopped: underWay(),
    isLosing: isAnythingUnsaved(),
  }
  const isNothing = [left.kept, left.refused, left.passing, left.stopped].every(({ length }) => length === 0)
  return isNothing && !left.isLosing ? null : left
}

const correctionsIn = (count: number): string[] =>
  count > 0 ? [countOf(count, 'correction of a transcript', 'corrections of transcripts')] : []

/** How long to wait for a store that does not answer, so that it does not keep anybody from logging out. */
const STORE_MS = 3_000

async function keptByRecorder(): Promise<string[]> {
  const late = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), STORE_MS))
  return Promise.race([countedByRecorder(), late])
}

async function countedByRecorder(): Promise<string[]> {
  try {
    if (!(await hasSpool())) return []
    const { recordings, notes } = await (
      await importing(() => import('../features/studio/this-device.ts'))
    ).thisDevice()
    const [films, entries] = [await recordings.countHere(), await notes.countHere()]
    return [
      ...(films > 0 ? [countOf(films, 'recording')] : []),
      ...(entries > 0 ? [countOf(entries, 'entry', 'entries')] : []),
    ]
  } catch {
    // The browser stores nothing.
    return []
  }
}
