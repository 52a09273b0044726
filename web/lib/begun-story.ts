import { deviceMemory } from './device-memory.ts'
import { idOnDevice } from './request.ts'
import { journalDraft, readDraft } from './use-draft.ts'

const prefix = 'kinora.begun.'
const nameOf = (storyId: string) => `${prefix}${storyId}.${idOnDevice() ?? 'nobody'}`

/** A story of which only a draft is on this device, and the title that it was begun with. */
export type BegunStory = { storyId: string; title?: string }

/**
 * Notes that a story is being written on the writing page, until the returned function is called while there is no draft of it. The
 * server does not know such a story until an entry of it is added, so that no list leads to its draft.
 */
export function noteBegun(storyId: string, title: string): () => void {
  const name = nameOf(storyId)
  deviceMemory.setItem(name, title)
  return () => {
    if (readDraft(journalDraft(storyId)).trim() === '') deviceMemory.removeItem(name)
  }
}

/** A story that the signed-in person has begun on this device; null where there is none. */
export function begunStory(): BegunStory | null {
  const begun = deviceMemory.names(prefix).flatMap((name) => {
    const storyId = name.slice(prefix.length).split('.')[0] ?? ''
    const isOwn = name === nameOf(storyId) && readDraft(journalDraft(storyId)).trim() !== ''
    return isOwn ? [{ storyId, title: deviceMemory.getItem(name) ?? '' }] : []
  })[0]
  if (begun === undefined) return null
  return begun.title === '' ? { storyId: begun.storyId } : begun
}
