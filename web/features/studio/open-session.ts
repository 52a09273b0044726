import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { Story, StoryMethod } from '#contract/stories.ts'
import { client } from '../../lib/rpc.ts'
import { partsOf } from '../../lib/studio-search.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { currentUser } from './speakers.ts'
import { StudioDevices } from './studio-devices.ts'
import { type SessionNote, type SessionPlan, StudioSession } from './studio-session.ts'
import { type ThisDevice, thisDevice } from './this-device.ts'

export type OpenedSession = { devices: StudioDevices; session: StudioSession<ThisDevice> }

export type WantedStory = {
  storyId: string
  title: string
  description: string
  mode: StoryMethod
  /** Whether the story has recordings already. */
  further: boolean
  /** How many parts the story had where somebody came from, and how long they were: the server may not be there to ask. */
  parts?: number | undefined
  seconds?: number | undefined
}

/** For a story nobody gave a title to. */
const untitled = 'New Recording'

/**
 * Everything the studio needs. A story that exists already is gone on with as further parts. Works without the server:
 * what it cannot be asked is taken as new. Rejects with `SpoolFailure` where this browser keeps nothing.
 */
export async function openSession(wanted: WantedStory): Promise<OpenedSession> {
  const [device, story, ownName] = await Promise.all([thisDevice(), knownStory(wanted), ownNameIfKnown()])
  const waiting = await device.notes.waitingOf(wanted.storyId)
  const notes = withWaiting(story?.notes ?? [], waiting)
  const devices = new StudioDevices()
  const endsHereMs = await device.recordings.endOf(wanted.storyId)
  const plan = { ...planOf(wanted, story, ownName, endsHereMs), notes }
  return { devices, session: new StudioSession(plan, device, devices, thisDevice) }
}

/** What the server has of a story's notes, with what only this device has so far laid over it. */
function withWaiting(stored: readonly SessionNote[], waiting: readonly KeptNote[]): SessionNote[] {
  const notes = new Map(stored.map(({ id, text, timestamp }) => [id, { id, text, timestamp }]))
  for (const { id, text, timestamp, removed } of waiting) {
    if (removed) notes.delete(id)
    else notes.set(id, { id, text, timestamp })
  }
  return [...notes.values()]
}

/** The server knows the length of what it has whole, this device where that ends which is still on its way. */
function planOf(
  wanted: WantedStory,
  story: Story | null,
  ownName: string,
  endsHereMs: number,
): Omit<SessionPlan, 'notes'> {
  return {
    storyId: wanted.storyId,
    // An address may say more than a story takes, and what is recorded by it would be refused.
    title: story?.title || cutText(wanted.title.trim(), limits.title) || untitled,
    description: story?.description ?? cutText(wanted.description, limits.description),
    firstPart: Math.max(wanted.parts ?? 0, partsOf(story?.recordings ?? [])),
    earlierMs: Math.max((story?.duration ?? wanted.seconds ?? 0) * 1000, endsHereMs),
    mode: story?.method ?? wanted.mode,
    speakers: story && story.speakers.length > 0 ? story.speakers : [ownName || currentUser],
  }
}

const openedBefore = new Set<string>()

/**
 * Not asked for when the id was made in this page and its studio opens for the first time: the answer would be that there is
 * none. Whoever comes Back from the recap has begun the story already.
 */
async function knownStory({ storyId, further }: WantedStory): Promise<Story | null> {
  const isNew = !further && madeAtMs(storyId) >= performance.timeOrigin && !openedBefore.has(storyId)
  openedBefore.add(storyId)
  if (isNew) return null
  return client.stories.get({ id: storyId }).catch(() => null)
}

/** When a UUIDv7 was made, by the clock of its device. */
function madeAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

async function ownNameIfKnown(): Promise<string> {
  const profile = await client.account.profile().catch(() => null)
  return profile?.fullName.trim() ?? ''
}
