import { v7 as newId } from 'uuid'
import type { Store } from '../lib/store.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import { type NewStory, newStoryFor } from './new-story-for.ts'
import type { RecordingLocks } from './page/locks.ts'
import type { Spool, SpoolRecording } from './spool/spool.ts'

/** What is moved from a story to a new one. */
export type StoryMove = {
  from: string
  to: NewStory
  /** True when the old story is gone; false when it is full and keeps the parts it has. */
  isGone: boolean
  /** When the first moved recording began, ISO 8601 in UTC. */
  since: string
  /** The moved recordings in order, on the old story's clock. */
  parts: readonly { beginsAtMs: number; endsAtMs: number }[]
}

type MovePorts = {
  userId: string
  spool: Spool
  locks: RecordingLocks
  /** All recordings of this person on this device. */
  own: () => Promise<SpoolRecording[]>
  deliveries: Store<Deliveries>
  signal: AbortSignal
}

type TakeAlong = (move: StoryMove) => Promise<void>

/** Moves recordings to a new story: all that this device has of a story that is gone, or those that a full story has refused. */
export async function moveToNewStory(
  ports: MovePorts,
  delivery: Delivery,
  takeAlong: TakeAlong,
): Promise<void> {
  const { locks, signal } = ports
  const name = `story ${delivery.storyId}`
  try {
    const isOurs = await locks.holding(name, () => move(ports, delivery, takeAlong))
    if (!isOurs) await locks.free(name, signal)
  } finally {
    await lookWhereTheyGo(ports, delivery.storyId)
  }
}

async function move(
  { userId, spool, own, deliveries }: MovePorts,
  { storyId, recordingId, problem }: Delivery,
  takeAlong: TakeAlong,
): Promise<void> {
  const isGone = problem !== 'story-full'
  const here = (await own())
    .filter(({ story, discardedAt }) => story.id === storyId && discardedAt === null)
    .sort((a, b) => a.part - b.part || a.startedAt.localeCompare(b.startedAt))
  // A full story keeps taking the parts that it has already accepted; only refused ones move.
  const moving = here.filter(
    ({ id }) => isGone || id === recordingId || deliveries.get().get(id)?.problem === 'story-full',
  )
  const [first, earliest] = [moving[0], here[0]]
  if (!first || !earliest) return

  const made = { id: newId(), firstPart: earliest.part, beginsAtMs: first.beginsAtMs ?? 0 }
  const to = await newStoryFor(userId, storyId, made)
  const parts: { beginsAtMs: number; endsAtMs: number }[] = []
  for (const { id, beginsAtMs = parts.at(-1)?.endsAtMs ?? to.beginsAtMs } of moving) {
    parts.push({ beginsAtMs, endsAtMs: beginsAtMs + (await spool.extent(id)).endMs })
  }
  await takeAlong({ from: storyId, to, isGone, since: first.startedAt, parts })
  for (const { id, part } of moving) {
    const change = { story: { id: to.id }, part: Math.max(0, part - to.firstPart) }
    await spool.update(id, { ...change, remoteId: newId() })
  }
}

/** Makes the deliveries of moved recordings show the story that they now go to. */
async function lookWhereTheyGo({ spool, deliveries }: MovePorts, storyId: string): Promise<void> {
  for (const { recordingId, storyId: before } of deliveries.get().values()) {
    const recording = before === storyId ? await spool.get(recordingId) : null
    const told = deliveries.get().get(recordingId)
    if (!told || recording === null || recording.story.id === storyId) continue

    const { story, part } = recording
    deliveries.set(
      new Map(deliveries.get()).set(recordingId, { ...told, storyId: story.id, part, problem: null }),
    )
  }
}
