import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { v7 as newId } from 'uuid'
import type { Contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { CaptureEvents } from '../../web/recorder/capture/capture.ts'
import { createMediaCapture } from '../../web/recorder/capture/media-capture.ts'
import { DeviceRecordings } from '../../web/recorder/device-recordings.ts'
import { type Bytes, concatenate } from '../../web/recorder/hash.ts'
import { createRecordingLocks } from '../../web/recorder/page/locks.ts'
import { onceClosed, openDatabase } from '../../web/recorder/spool/database.ts'
import { createIndexedDbSpool } from '../../web/recorder/spool/indexed-db-spool.ts'
import type { Slice } from '../../web/recorder/spool/spool.ts'
import { spoolRules } from '../../web/recorder/testing/spool-compliance.ts'
import { aRecording, slicesOf } from '../../web/recorder/testing/worlds.ts'
import { createHttpUpload, type HttpUploadPorts } from '../../web/recorder/upload/http-upload.ts'
import type { UploadPort } from '../../web/recorder/upload/upload.ts'
import { uploadBegins } from '../../web/recorder/upload/uploader.ts'

/** The functions that tests call inside a real browser. */
const pageSide = {
  checkSpool,
  keepTwiceAtOnce,
  letGoForNewer,
  leaveOutUnreadable,
  readClosed,
  recordFast,
  recordHanging,
  recordUnreadable,
  recordWhileBusy,
  recordWhileFreeing,
  waitForOlder,
}
export type PageSide = typeof pageSide
Object.assign(window, { pageSide })

/** The rules of a spool that the one in this browser's IndexedDB breaks. */
async function checkSpool(): Promise<string[]> {
  const spool = createIndexedDbSpool(await openDatabase(`test-${newId()}`))
  const broken: string[] = []
  for (const { title, check } of spoolRules) {
    await check(spool).catch((error: unknown) => broken.push(`${title}: ${error}`))
  }
  return broken
}

/** Keeps a recording as a new story in two tabs, the second while the first is still busy. Returns how often each tab moved it. */
async function keepTwiceAtOnce(): Promise<number[]> {
  const spool = createIndexedDbSpool(await openDatabase(`test-${newId()}`))
  const recording = { ...aRecording(), endedAt: '2026-11-21T10:05:00.000Z' }
  const { userId, id: recordingId, story } = recording
  await spool.create(recording)
  const delivery = { ...uploadBegins, recordingId, storyId: story.id, part: 0, keptMs: 0 }
  const firstMayGoOn = Promise.withResolvers<void>()
  const moved = [0, 0]
  const keep = (tab: number, goOn: Promise<void>) => {
    const ports = { userId, spool, upload: {} as UploadPort, locks: createRecordingLocks(), now: () => '' }
    return new DeviceRecordings(ports).keepAsNewStory({ ...delivery, problem: 'story-gone' }, async () => {
      moved[tab] = (moved[tab] ?? 0) + 1
      await goOn
    })
  }
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((turn) => setTimeout(turn, 10))
  }
  const first = keep(0, firstMayGoOn.promise)
  await until(async () => moved[0] === 1)
  const second = keep(1, Promise.resolve())
  await until(async () => moved[1] === 1 || ((await navigator.locks.query()).pending ?? []).length > 0)
  firstMayGoOn.resolve()
  await Promise.all([first, second])
  return moved
}

/**
 * Lets a newer version of Kinora request the database while this one records, or does not. Returns what happened, in order, and why
 * this version can no longer open it.
 */
async function letGoForNewer(records: boolean): Promise<string[]> {
  const name = `test-${newId()}`
  const happened: string[] = []
  const hasEnded = Promise.withResolvers<void>()
  const database = await openDatabase(name)
  onceClosed(database, { isRecording: records, whenIdle: () => hasEnded.promise }, ({ reason }) =>
    happened.push(`closed: ${reason}`),
  )
  const request = indexedDB.open(name, 2)
  const newer = new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  if (records) {
    await new Promise((resolve) => {
      request.onblocked = resolve
    })
    await createIndexedDbSpool(database).create(aRecording())
    happened.push('recorded on')
    // By now the newer version has told its person that it is waiting, and has given up.
    hasEnded.resolve()
  }
  const renewed = await newer
  happened.push('renewed')
  await openDatabase(name).catch(({ reason }) => happened.push(`cannot open: ${reason}`))
  renewed.close()
  return happened
}

/**
 * Lets a newer version request the database while an older one does not let go. Returns what the newer one is told, then and
 * afterwards.
 */
async function waitForOlder(): Promise<string[]> {
  const name = `test-${newId()}`
  const older = await openDatabase(name)
  const told = () =>
    openDatabase(name, 2).then(
      () => 'opened',
      ({ reason }) => `cannot open: ${reason}`,
    )
  const first = await told()
  older.close()
  return [first, await told()]
}

/**
 * Makes one record unreadable for so many reads. Returns the sequence numbers that were read, and how far the recording then
 * reaches.
 */
async function leaveOutUnreadable(
  unreadable: number,
  times = Number.POSITIVE_INFINITY,
): Promise<{ read: number[]; reach: number }> {
  let left = times
  const spool = createIndexedDbSpool(await openDatabase(`test-${newId()}`))
  const id = newId()
  await spool.append(id, slicesOf([10, 10, 10, 10]))

  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    if (!Array.isArray(key) || key[1] !== unreadable || left === 0) return get.call(this, key)
    left -= 1
    throw new DOMException('damaged', 'UnknownError')
  }
  const slices = await spool.read(id, 0, 99, 1000)
  const { slices: reach } = await spool.extent(id)
  IDBObjectStore.prototype.get = get
  return { read: slices.map(({ seq }) => seq), reach }
}

/** Checks that reading fails, and does not report an empty recording, once the browser has closed the database. */
async function readClosed(): Promise<string[]> {
  const database = await openDatabase(`test-${newId()}`)
  const spool = createIndexedDbSpool(database)
  const id = newId()
  await spool.append(id, slicesOf([10, 10]))
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = (key) => {
    database.close()
    throw new DOMException(`${key}`, 'UnknownError')
  }
  const outcomes = await Promise.allSettled([spool.read(id, 0, 99, 1000), spool.extent(id)])
  IDBObjectStore.prototype.get = get
  return outcomes.map(({ status }) => status)
}

/** Records for as long as five thousand slices of another recording are being freed. Returns the numbers of slices. */
async function recordWhileFreeing(): Promise<{ recorded: number; kept: number; left: number }> {
  const spool = createIndexedDbSpool(await openDatabase(`test-${newId()}`))
  const [removed, going] = [aRecording(), aRecording()]
  for (const recording of [removed, going]) await spool.create(recording)
  await spool.append(removed.id, slicesOf(Array.from({ length: 5_000 }, () => 10)))
  await spool.remove(removed.id)

  let isFree = false
  const freeing = spool.freeRemoved().then(() => {
    isFree = true
  })
  let recorded = 0
  for (; !isFree; recorded += 1) await spool.append(going.id, [sliceAt(recorded)])
  await freeing
  const [left, kept] = [await spool.extent(removed.id), await spool.extent(going.id)]
  return { recorded, kept: kept.slices, left: left.slices }
}

const sliceAt = (seq: number): Slice => ({
  seq,
  bytes: new Uint8Array(10),
  endMs: 100 * (seq + 1),
  endByte: 10 * (seq + 1),
})

/** Records slices as fast as disk and connection take them, over the real spool and the real upload, until all is safe. */
async function recordFast(token: string, count: number, size: number): Promise<void> {
  const { origin } = window.location
  const headers = { authorization: `Bearer ${token}` }
  const client: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({ url: `${origin}/rpc`, headers }),
  )
  const fetchAs: HttpUploadPorts['fetch'] = (url, init) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
  const spool = createIndexedDbSpool(await openDatabase(`test-${newId()}`))
  const recordings = new DeviceRecordings({
    userId: newId(),
    spool,
    upload: createHttpUpload({ recordings: client.recordings, fetch: fetchAs, origin }),
    locks: createRecordingLocks(),
    now: () => new Date().toISOString(),
  })

  let events: CaptureEvents | null = null
  const recorder = await recordings.begin({
    story: { id: newId(), title: 'Five hours', description: '', speakers: [], date: '', time: '' },
    part: 0,
    beginsAtMs: 0,
    quality: 'high',
    capture: {
      kind: 'video',
      mimeType: 'video/webm;codecs=vp9,opus',
      start: (given) => {
        events = given
      },
      pause: () => {},
      resume: () => {},
      stop: async () => {},
      behind: () => null,
    },
  })
  const nextTurn = (ms = 0) => new Promise((turn) => setTimeout(turn, ms))
  const sentMs = () => recordings.deliveries.get().get(recorder.recording.id)?.sentMs ?? 0
  for (let index = 0; index < count; index += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)))
    const slice = concatenate(Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes))
    ;(events as CaptureEvents | null)?.slice(slice, (index + 1) * limits.sliceMs)
    // No further ahead of the disk and the connection than a camera ever is.
    const due = index * limits.sliceMs - 2_000
    while (recorder.view.get().committedMs < due || sentMs() < due - 4000) await nextTurn()
  }

  await recorder.stop()
  while (recorder.view.get().state.name !== 'safe') await nextTurn(20)
}

/** Records sound with a camera that freezes after a second. Returns the reported problem, and the length of the recording. */
async function recordHanging(): Promise<{ told: string; countedMs: number }> {
  const stream = moving(25)
  const sound = new AudioContext()
  const [tone, microphone] = [sound.createOscillator(), sound.createMediaStreamDestination()]
  tone.connect(microphone)
  tone.start()
  for (const track of microphone.stream.getAudioTracks()) stream.picture.addTrack(track)

  let countedMs = 0
  const told = Promise.withResolvers<string>()
  const capture = createMediaCapture(stream.picture, 'low', ownClocks)
  capture.start({
    slice: (_, endMs) => {
      countedMs = endMs
      if (endMs > 1_000) stream.hang()
    },
    failed: ({ reason }) => told.resolve(reason),
  })
  const reason = await told.promise
  await capture.stop()
  return { told: reason, countedMs }
}

/**
 * Records a picture of which the browser cannot read one slice. Returns the reported problem, and how much was kept before and
 * after it.
 */
async function recordUnreadable(): Promise<{ told: string; before: number; after: number }> {
  const { picture, hang } = moving(25)
  const { arrayBuffer } = Blob.prototype
  const told = Promise.withResolvers<string>()
  const kept = { before: 0, after: 0 }
  let hasFailed = false
  const capture = createMediaCapture(picture, 'low', ownClocks)
  capture.start({
    slice: () => {
      kept[hasFailed ? 'after' : 'before'] += 1
      if (kept.before === 5)
        Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('lost', 'NotReadableError'))
    },
    failed: ({ reason }) => {
      hasFailed = true
      Blob.prototype.arrayBuffer = arrayBuffer
      told.resolve(reason)
    },
  })
  const reason = await told.promise
  await capture.stop()
  hang()
  return { told: reason, ...kept }
}

/** A picture in which something moves until it is frozen. */
function moving(framesPerSecond: number): { picture: MediaStream; hang: () => void } {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const draw = () => pen?.fillRect(Math.random() * 300, Math.random() * 150, 40, 40)
  const drawing = setInterval(draw, 1_000 / framesPerSecond)
  return { picture: canvas.captureStream(framesPerSecond), hang: () => clearInterval(drawing) }
}

const ownClocks = { deviceMs: () => Date.now(), dayMs: () => Date.now() }

/**
 * Records a moving picture for two seconds on a page whose main thread is then busy for a while just after the begin or just after
 * the end, as on a slow device. Returns the recording in base64, the length that the recorder reports, and the time for which it
 * was asked to record.
 */
async function recordWhileBusy(
  busyMs: number,
  at: 'begin' | 'end',
): Promise<{ recording: string; countedMs: number; askedMs: number }> {
  const { picture, hang } = moving(25)
  const slices: Bytes[] = []
  let countedMs = 0
  const beBusy = () => {
    const until = performance.now() + busyMs
    while (performance.now() < until);
  }
  const capture = createMediaCapture(picture, 'low', ownClocks)
  capture.start({
    slice: (bytes, endMs) => {
      slices.push(bytes)
      countedMs = endMs
    },
    failed: (failure) => {
      throw failure
    },
  })
  const began = performance.now()
  if (at === 'begin') beBusy()
  while (countedMs < 2_000) await new Promise((turn) => setTimeout(turn, 20))

  const stopped = capture.stop()
  const askedMs = performance.now() - began
  if (at === 'end') beBusy()
  await stopped
  hang()
  const recording = Array.from(concatenate(slices), (byte) => String.fromCharCode(byte)).join('')
  return { recording: btoa(recording), countedMs, askedMs }
}
