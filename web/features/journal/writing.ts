import { v7 as newId } from 'uuid'
import { idOnDevice } from '../../lib/request.ts'
import { createStore, type Store } from '../../lib/store.ts'

/** An entry that is being written, besides its text. */
export type Writing = {
  /** Kept until the entry is saved, so that a retry after a lost answer creates no second entry. */
  id: string
  /** The time in the story of its first letter. */
  began: string | null
  /** Whether it is being added. */
  busy: boolean
  /** What went wrong when it was last added. */
  problem: string | null
}

const writings = new Map<string, Store<Writing>>()

/**
 * What the signed-in person writes under the name of this draft. It outlives the editor: one that is mounted anew while the entry is
 * under way would otherwise offer to add it a second time.
 */
export function writingOf(draftKey: string): Store<Writing> {
  const key = `${draftKey}.${idOnDevice()}`
  const writing =
    writings.get(key) ?? createStore<Writing>({ id: newId(), began: null, busy: false, problem: null })
  writings.set(key, writing)
  return writing
}
