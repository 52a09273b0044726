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
  /** Whether the story already has recordings. */
  further: boolean
  /** How many parts the story had, and how many seconds, on the page that linked here: the server may be out of reach. */
  parts?: number | undefined
  seconds?: number | undefined
}

/**
 * How long the server may take to say what a session goes on from. Nobody who has come to talk should wait for a line that has gone
 * silent: without the answer the session begins as it does without a network.
 */
const patienceMs = 5_000
const patiently = () => ({ signal: AbortSignal.timeout(patienceMs) })

/** The title of a story without one. */
const untitled = 'New Recording'

/**
 * Opens everything the studio needs. A story that already exists is continued with further parts. Works without the server:
 * a story that cannot be asked for is taken as new. Rejects with `SpoolFailure` where this browser stores nothing.
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

/** The server's notes of a story, overlaid with the changes that so far exist on this device alone. */
function withWaiting(stored: readonly SessionNote[], waiting: readonly KeptNote[]): SessionNote[] {
  const notes = new Map(stored.map(({ id, text, timestamp }) => [id, { id, text, timestamp }]))
  for (const { id, text, timestamp, removed } of waiting) {
    if (removed) notes.delete(id)
    else notes.set(id, { id, text, timestamp })
  }
  return [...notes.values()]
}

/** The earlier length is the greater of two: the server knows it for what it has whole, this device for what is still being sent. */
function planOf(
  wanted: WantedStory,
  story: Story | null,
  ownName: string,
  endsHereMs: number,
): Omit<SessionPlan, 'notes'> {
  return {
    storyId: wanted.storyId,
    // A title or description in the address may be longer than a story allows, and its recordings would then be refused.
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
 * Does not ask the server when the id was made in this page and its studio opens for the first time: there can be no such story
 * yet. When somebody comes Back from the recap, the story does exist.
 */
async function knownStory({ storyId, further, parts }: WantedStory): Promise<Story | null> {
  const isNew = !further && madeAtMs(storyId) >= performance.timeOrigin && !openedBefore.has(storyId)
  openedBefore.add(storyId)
  if (isNew) return null
  // Without the answer, a story whose parts the address does not tell would be recorded from its beginning again.
  const isGoneOn = further && parts === undefined
  return client.stories.get({ id: storyId }, isGoneOn ? {} : patiently()).catch(() => null)
}

/** When a UUIDv7 was made, in milliseconds since 1970 by the clock of the device that made it. */
function madeAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

async function ownNameIfKnown(): Promise<string> {
  const profile = await client.account.profile(undefined, patiently()).catch(() => null)
  return profile?.fullName.trim() ?? ''
}
