import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { now } from '../../lib/clock.ts'
import { accessToken, fetchAsUser, idOnDevice } from '../../lib/request.ts'
import { serverLink } from '../../lib/server-link.ts'
import { openTabChannel } from '../../lib/tab-channel.ts'
import type { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { knownNewStory } from '../../recorder/new-story-for.ts'
import { NoteSender } from '../../recorder/notes/note-sender.ts'
import { createNoteStore } from '../../recorder/notes/note-store.ts'
import { createPutBeside } from '../../recorder/notes/put-beside.ts'
import { onceClosed, openDatabase } from '../../recorder/spool/database.ts'
import type { Spool } from '../../recorder/spool/spool.ts'
import { createBell } from '../../recorder/upload/bell.ts'
import { toastNote } from '../../ui/toast.tsx'
import { movedNote } from './moved-note.ts'
import { recordingsHere } from './recordings-here.ts'
import { type DetailsPorts, sendDetails, willCreateStory } from './send-details.ts'
import { sendNote } from './send-note.ts'

/** What this device keeps for the signed-in person, and what is needed to bring it to the server. */
export type ThisDevice = {
  userId: string
  spool: Spool
  recordings: DeviceRecordings
  notes: NoteSender
  client: ContractRouterClient<Contract>
  /**
   * Aborts when the device can no longer be used. The abort reason is a `SpoolFailure` if its store was closed; a plain abort means
   * that another person signed in.
   */
  closed: AbortSignal
}

/** Shared with all tabs and kept for as long as this one is open: pages carry on with what a store held before it was closed. */
const beside = createPutBeside(openTabChannel('kinora.notes'))

let opened: { userId: string; device: Promise<ThisDevice>; close: AbortController } | null = null

/**
 * Opens the device once for the signed-in person, and resumes sending what earlier visits left. It outlives pages: what was
 * recorded in the studio is sent to the server while other pages are shown. Rejects with `SpoolFailure` where the
 * browser stores nothing.
 */
export async function thisDevice(): Promise<ThisDevice> {
  const userId = idOnDevice()
  if (userId === null) throw new Error('nobody is signed in')
  if (opened?.userId === userId) return opened.device

  const before = opened
  const close = new AbortController()
  const device = open(userId, close.signal)
  opened = { userId, device, close }
  before?.close.abort()
  device.catch(() => {
    if (opened?.device === device) opened = null
    // It is opened anew every few seconds until it answers: nothing of this attempt may go on.
    close.abort()
  })
  return device
}

async function open(userId: string, signal: AbortSignal): Promise<ThisDevice> {
  const database = await openDatabase()
  if (signal.aborted) {
    // Somebody else has signed in meanwhile; what is begun from here on would not hear of it any more.
    database.close()
    signal.throwIfAborted()
  }
  const fetch = fetchOnlyAs(userId)
  const { origin } = window.location
  const client: ContractRouterClient<Contract> = createORPCClient(serverLink(`${origin}/rpc`, fetch))
  const ways = { recordings: client.recordings, fetch, origin }
  const { spool, recordings } = recordingsHere(userId, database, ways)
  onceClosed(database, recordings, (why) => {
    if (opened?.close.signal !== signal) return
    const { close } = opened
    // Reset first: a listener that hears of the closing asks for a new device at once.
    opened = null
    close.abort(why)
  })
  const bell = createBell()
  window.addEventListener('online', bell.ring, { signal })
  const ofDetails: DetailsPorts = {
    get: client.stories.get,
    update: client.stories.update,
    isComing: async (storyId) => {
      const isRecorded = (await spool.list()).some(({ story }) => story.id === storyId)
      return isRecorded || (await notes.waitingOf(storyId)).some(willCreateStory)
    },
  }
  const notes: NoteSender = new NoteSender({
    userId,
    store: createNoteStore(database),
    bell,
    send: (note) =>
      note.details ? sendDetails(ofDetails, note, note.details) : sendNote(client.stories, note),
    elsewhere: async (note, answer) => {
      const to = await knownNewStory(userId, note.storyId)
      const from = note.storyId
      return to && movedNote(note, { from, to, isGone: answer === 'gone', since: '', parts: [] })
    },
    changed: () =>
      toastNote('The same entry was changed on another device.', 'Both versions are kept; yours comes last.'),
    beside,
    alone: async (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
    now: () => now().getTime(),
  })

  signal.addEventListener('abort', () => recordings.close())
  try {
    await recordings.resume()
    // Whoever is given a device that is closed by now would wait for its closing in vain.
    signal.throwIfAborted()
  } catch (error) {
    database.close()
    throw error
  }
  notes.run(signal)
  return { userId, spool, recordings, notes, client, closed: signal }
}

/** Answers 401 if another person has signed in meanwhile: their account must not receive this person's recordings. */
function fetchOnlyAs(userId: string) {
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (subjectOf(await accessToken()) === userId) return fetchAsUser(input, init)
    return Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })
  }
}

/** The user id in a token. The token is not verified here; the server does that. */
function subjectOf(token: string | null): string | null {
  const payload = token?.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: { sub?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims.sub === 'string' ? claims.sub : null
  } catch {
    return null
  }
}
