import { deviceMemory } from '../../lib/device-memory.ts'
import { keptUnder, type Refused } from './edits-here.ts'

/** Refused text and the transcript that it was typed in. */
export type RefusedHere = { id: string; transcriptId: string; typed: string }

/** A person's refused text, across all transcripts, that they have not yet read about. It exists on this device alone. */
export function refusedHere(personId: string, memory = deviceMemory): RefusedHere[] {
  const prefix = keptUnder(personId)
  return memory.names(prefix).flatMap((name) => {
    const transcriptId = name.slice(prefix.length).split('.')[0] ?? ''
    return refusedIn(memory.getItem(name)).flatMap(({ id, typed }) =>
      typed === null ? [] : [{ id, transcriptId, typed }],
    )
  })
}

/** How many are in the browser's storage (`kept`), and how many in this page only because there was no room (`passing`). */
export function countRefusedHere(personId: string, memory = deviceMemory): { kept: number; passing: number } {
  const all = refusedHere(personId, memory)
  const kept = all.filter((refused) => memory.isKept(nameOf(personId, refused))).length
  return { kept, passing: all.length - kept }
}

export function letGo(personId: string, refused: RefusedHere, memory = deviceMemory): void {
  memory.removeItem(nameOf(personId, refused))
}

const nameOf = (personId: string, { id, transcriptId }: RefusedHere) =>
  `${keptUnder(personId)}${transcriptId}.${id}`

export function refusedIn(text: string | null): Refused[] {
  try {
    const { refused } = JSON.parse(text ?? '') as { refused?: Refused }
    return refused ? [refused] : []
  } catch {
    return []
  }
}
