import { v7 as newId } from 'uuid'
import { keptOnce } from './kept-once.ts'
import type { Spool, SpoolRecording } from './spool/spool.ts'
import type { UploadProblem } from './upload/upload.ts'

/** The story that takes what another one cannot. */
export type NewStory = {
  id: string
  /** Which part of the other one is its first. */
  firstPart: number
  /** Where on the other one's clock it begins. */
  beginsAtMs: number
}

/** What goes from a story to a new one. */
export type StoryMove = {
  from: string
  to: NewStory
  /** The other one is gone, or else it has no place for these parts and keeps what it has. */
  isGone: boolean
  /** What goes, in order, on the other one's clock. */
  parts: readonly { beginsAtMs: number; endsAtMs: number }[]
}

type MovePorts = {
  userId: string
  spool: Spool
  /** Whether a full story has taken no part of this recording. */
  isRefused: (recordingId: string) => boolean
  takeAlong: (move: StoryMove) => Promise<void>
}

/** Gives what cannot go to its story to a new one: all there is of it on this device, or what a full story has not taken. */
export async function moveToNewStory(
  { userId, spool, isRefused, takeAlong }: MovePorts,
  recordings: readonly SpoolRecording[],
  { storyId, recordingId, problem }: { storyId: string; recordingId: string; problem: UploadProblem | null },
): Promise<void> {
  const isGone = problem !== 'story-full'
  const here = recordings
    .filter(({ story, discardedAt }) => story.id === storyId && discardedAt === null)
    .sort((a, b) => a.part - b.part || a.startedAt.localeCompare(b.startedAt))
  // A full story has taken some, and goes on taking those.
  const moving = here.filter(({ id }) => isGone || id === recordingId || isRefused(id))
  const [first, earliest] = [moving[0], here[0]]
  if (!first || !earliest) return

  const made = { id: newId(), firstPart: earliest.part, beginsAtMs: first.beginsAtMs ?? 0 }
  const to = await newStoryFor(userId, storyId, made)
  const parts: { beginsAtMs: number; endsAtMs: number }[] = []
  for (const { id, beginsAtMs = parts.at(-1)?.endsAtMs ?? to.beginsAtMs } of moving) {
    parts.push({ beginsAtMs, endsAtMs: beginsAtMs + (await spool.extent(id)).endMs })
  }
  await takeAlong({ from: storyId, to, isGone, parts })
  for (const { id, story, part } of moving) {
    const change = { story: { ...story, id: to.id }, part: Math.max(0, part - to.firstPart) }
    await spool.update(id, { ...change, remoteId: newId() })
  }
}

/** Known as long as the page is open, where the device's disk takes nothing more. */
const untaken = new Map<string, NewStory>()

/**
 * The new story in place of another: the same in every tab and at every visit, so that what is moved later, or was left when a
 * page died in the middle of it, comes to what was moved before.
 */
async function newStoryFor(userId: string, storyId: string, made: NewStory): Promise<NewStory> {
  const name = `new story of ${userId} for ${storyId}`
  const known = untaken.get(name)
  if (known) return known
  try {
    return await keptOnce(name, isNewStory, () => made)
  } catch {
    untaken.set(name, made)
    return made
  }
}

function isNewStory(found: unknown): found is NewStory {
  if (typeof found !== 'object' || found === null) return false
  return 'id' in found && 'firstPart' in found && 'beginsAtMs' in found
}
