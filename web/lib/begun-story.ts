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
    if (begunWords(storyId) === '') deviceMemory.removeItem(name)
  }
}

/** The stories that the signed-in person has begun on this device. */
export function begunStories(): BegunStory[] {
  return deviceMemory.names(prefix).flatMap((name) => {
    const storyId = name.slice(prefix.length).split('.')[0] ?? ''
    if (name !== nameOf(storyId) || begunWords(storyId) === '') return []
    const title = deviceMemory.getItem(name) ?? ''
    return [title === '' ? { storyId } : { storyId, title }]
  })
}

/** What is written of a begun story so far. */
export const begunWords = (storyId: string): string => readDraft(journalDraft(storyId)).trim()
