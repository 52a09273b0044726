import { deviceMemory } from '../../lib/device-memory.ts'
import { keptUnder, type Refused } from './edits-here.ts'

/** Words that were typed and refused, and of which transcript. */
export type RefusedHere = { id: string; transcriptId: string; typed: string }

/** What somebody typed that was refused and that nobody has read, of whatever transcript; this device alone has it. */
export function refusedHere(personId: string, memory = deviceMemory): RefusedHere[] {
  const prefix = keptUnder(personId)
  return memory.names(prefix).flatMap((name) => {
    const transcriptId = name.slice(prefix.length).split('.')[0] ?? ''
    return refusedIn(memory.getItem(name)).flatMap(({ id, typed }) =>
      typed === null ? [] : [{ id, transcriptId, typed }],
    )
  })
}

/** How many the browser has kept, and how many go with the page because it had no room for them. */
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
