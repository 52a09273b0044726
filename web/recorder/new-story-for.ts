import { keptOnce, keptSoFar } from './kept-once.ts'

/** A new story that takes the recordings which their own story cannot take (it is gone, or full). */
export type NewStory = {
  id: string
  /** The part number in the old story that becomes the first part of the new one. */
  firstPart: number
  /** Where the new story begins on the old story's clock, in milliseconds. */
  beginsAtMs: number
}

/** New stories that could not be stored because the device's disk is full: known only while the page is open. */
const untaken = new Map<string, NewStory>()

/**
 * The new story that replaces another. Every tab and every visit gets the same one, so that recordings moved later, or left behind
 * when a page died in the middle of the move, join those that were moved before.
 */
export async function newStoryFor(userId: string, storyId: string, made: NewStory): Promise<NewStory> {
  const name = nameOf(userId, storyId)
  const known = untaken.get(name)
  if (known) return known
  try {
    return await keptOnce(name, isNewStory, () => made)
  } catch {
    untaken.set(name, made)
    return made
  }
}

/** The new story that already replaces another; null where there is none. */
export async function knownNewStory(userId: string, storyId: string): Promise<NewStory | null> {
  const name = nameOf(userId, storyId)
  return untaken.get(name) ?? (await keptSoFar(name, isNewStory).catch(() => null))
}

const nameOf = (userId: string, storyId: string) => `new story of ${userId} for ${storyId}`

function isNewStory(found: unknown): found is NewStory {
  if (typeof found !== 'object' || found === null) return false
  return 'id' in found && 'firstPart' in found && 'beginsAtMs' in found
}
