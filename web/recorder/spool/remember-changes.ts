import { reasonOf } from '../failures.ts'
import type { Spool, SpoolRecording } from './spool.ts'

type Change = Partial<SpoolRecording>

/**
 * A spool whose recordings can be changed even when the disk is full: a change that the disk refuses is kept in memory for as long as
 * this page is open. Otherwise a recording could neither be sent nor discarded, and nothing else would make room.
 */
export function rememberChanges(spool: Spool): Spool {
  const refused = new Map<string, Change>()
  const asChanged = (recording: SpoolRecording): SpoolRecording => ({
    ...recording,
    ...refused.get(recording.id),
  })

  return {
    ...spool,

    get: async (id) => {
      const recording = await spool.get(id)
      return recording && asChanged(recording)
    },

    list: async () => (await spool.list()).map(asChanged),

    async update(id, change) {
      // Looked up only once the disk has answered: another change may have been refused meanwhile.
      try {
        await spool.update(id, change)
        const before = refused.get(id)
        if (before) refused.set(id, without(before, change))
      } catch (error) {
        if (reasonOf(error) !== 'device-full') throw error
        refused.set(id, { ...refused.get(id), ...change })
      }
    },
  }
}

function without(change: Change, newer: Change): Change {
  return Object.fromEntries(Object.entries(change).filter(([field]) => !(field in newer)))
}
