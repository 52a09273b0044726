import { keptOnce, keptSoFar } from './kept-once.ts'

/** The story that takes what another one cannot. */
export type NewStory = {
  id: string
  /** Which part of the other one is its first. */
  firstPart: number
  /** Where on the other one's clock it begins. */
  beginsAtMs: number
}

/** Known as long as the page is open, where the device's disk takes nothing more. */
const untaken = new Map<string, NewStory>()

/**
 * The new story in place of another: the same in every tab and at every visit, so that what is moved later, or was left when a
 * page died in the middle of it, comes to what was moved before.
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

/** The new story that took what another one could not; null where there is none. */
export async function knownNewStory(userId: string, storyId: string): Promise<NewStory | null> {
  const name = nameOf(userId, storyId)
  return untaken.get(name) ?? (await keptSoFar(name, isNewStory).catch(() => null))
}

const nameOf = (userId: string, storyId: string) => `new story of ${userId} for ${storyId}`

function isNewStory(found: unknown): found is NewStory {
  if (typeof found !== 'object' || found === null) return false
  return 'id' in found && 'firstPart' in found && 'beginsAtMs' in found
}
