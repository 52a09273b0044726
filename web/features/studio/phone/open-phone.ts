import type { OpenedLink } from '#contract/recording-links.ts'
import { deviceMs } from '../../../lib/clock.ts'
import { situationOf } from '../../../lib/errors.ts'
import type { Situation } from '../../../lib/sentences.ts'
import { NoteSender } from '../../../recorder/notes/note-sender.ts'
import { createNoteStore } from '../../../recorder/notes/note-store.ts'
import { onceClosed, openDatabase } from '../../../recorder/spool/database.ts'
import type { Spool } from '../../../recorder/spool/spool.ts'
import { createBell } from '../../../recorder/upload/bell.ts'
import { recordingsHere } from '../recordings-here.ts'
import { StudioDevices } from '../studio-devices.ts'
import { type SessionDevice, type SessionPlan, StudioSession } from '../studio-session.ts'
import { createPhoneAccess, type PhoneAccess } from './phone-access.ts'

export type PhoneDevice = SessionDevice & { spool: Spool }

/** Everything that a phone with a recording link needs. What it keeps belongs to the link, and is found again at its next visit. */
export type Phone = {
  access: PhoneAccess
  device: PhoneDevice
  devices: StudioDevices
  /** The link's story and a session to record in; or why the link no longer opens, while kept recordings are still being sent. */
  opened: { link: OpenedLink; session: StudioSession<PhoneDevice> } | { refusal: Situation }
}

const ofLinks = 'link:'
const isOfLink = (userId: string) => userId.startsWith(ofLinks)

/** Rejects with `SpoolFailure` where this browser stores nothing. */
export async function openPhone(linkId: string, secret: string): Promise<Phone> {
  const access = await createPhoneAccess(linkId, secret)
  const openDevice = () => keepingDevice(`${ofLinks}${linkId}`, access)
  const [device, answer] = await Promise.all([
    openDevice(),
    access.client.recordingLinks.open().catch((error: unknown) => situationOf(error)),
  ])
  const devices = new StudioDevices()
  if (typeof answer === 'string') return { access, device, devices, opened: { refusal: answer } }
  const { storyId, title, question, nextPart } = answer
  // Adopts recordings made by an earlier link to the same story: that link may have been revoked, so nobody opens it again.
  await device.recordings.adopt(({ userId, story }) => isOfLink(userId) && story.id === storyId)
  const plan: SessionPlan = {
    storyId,
    title,
    description: question,
    firstPart: nextPart,
    earlierMs: 0,
    speakers: [],
    mode: 'recording',
    notes: [],
  }
  const session = new StudioSession(plan, device, devices, openDevice)
  return { access, device, devices, opened: { link: answer, session } }
}

const kept = new Map<string, Promise<PhoneDevice>>()

/**
 * Opens the device once per link, however often the page renders: two would deliver the same recording. Opens it again after the
 * browser has closed its store.
 */
function keepingDevice(userId: string, access: PhoneAccess): Promise<PhoneDevice> {
  const known = kept.get(userId)
  if (known) return known

  const opening = keep(userId, access)
  kept.set(userId, opening)
  opening.catch(() => {
    if (kept.get(userId) === opening) kept.delete(userId)
  })
  return opening
}

async function keep(userId: string, { client, fetch, origin }: PhoneAccess): Promise<PhoneDevice> {
  const database = await openDatabase()
  const close = new AbortController()
  const ways = { recordings: client.recordings, fetch, origin }
  const { spool, recordings } = recordingsHere(userId, database, ways)
  onceClosed(database, recordings, (why) => {
    kept.delete(userId)
    close.abort(why)
  })
  // A session needs somewhere to keep notes, but on the phone nobody writes any.
  const store = createNoteStore(database)
  const notes = new NoteSender({
    userId,
    store,
    bell: createBell(),
    send: async () => 'gone',
    alone: (_name, work) => work(),
    now: deviceMs,
  })
  close.signal.addEventListener('abort', () => recordings.close())
  try {
    await recordings.resume()
    // Whoever is given a device that is closed by now would wait for its closing in vain.
    close.signal.throwIfAborted()
  } catch (error) {
    // It is opened anew every few seconds until it answers: nothing of this attempt may go on.
    close.abort()
    database.close()
    throw error
  }
  return { userId, spool, recordings, notes, closed: close.signal }
}
