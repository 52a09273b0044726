import { reasonOf } from '../failures.ts'
import { changed, type Spool, type SpoolChange, type SpoolRecording } from './spool.ts'

/**
 * A spool whose recordings can be changed even when the disk is full: a change that the disk refuses is kept in memory for as long as
 * this page is open. Otherwise a recording could neither be sent nor discarded, and nothing else would make room.
 */
export function rememberChanges(spool: Spool): Spool {
  const refused = new Map<string, SpoolChange>()
  const asChanged = (recording: SpoolRecording): SpoolRecording =>
    changed(recording, refused.get(recording.id) ?? {})

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
        const before = refused.get(id)
        refused.set(id, { ...before, ...change, story: { ...before?.story, ...change.story } })
      }
    },
  }
}

function without(
  { story = {}, ...change }: SpoolChange,
  { story: newerStory = {}, ...newer }: SpoolChange,
): SpoolChange {
  return { ...lacking(change, newer), story: lacking(story, newerStory) }
}

function lacking<Fields extends object>(fields: Fields, others: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in others))) as Partial<Fields>
}
