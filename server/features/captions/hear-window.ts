import { writeFile } from 'node:fs/promises'
import { textOf } from '#contract/transcript-words.ts'
import type { TranscriptFailure } from '#contract/transcripts.ts'
import { asWorker } from '../../db/actor.ts'
import { handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import { clustersIn, headerOf } from '../../media/webm-stretch.ts'
import type { Services } from '../../services.ts'
import { livePiece } from '../../speech/live-piece.ts'
import { recognisePiece } from '../../speech/recognise-piece.ts'
import { extractSound, measureVoice } from '../../speech/sound.ts'
import type { Recogniser, Stretch } from '../../speech/speech.ts'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import { withWorkFile } from '../../storage/local-file.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import { hasHoursFor, hintsOf } from '../transcripts/transcripts.ts'
import { captionRecording } from './captions.jobs.ts'
import { announceCaptions, HEARING_TIME_MS, settleWindow, takeWindow, type Window } from './captions.ts'

/** A header is a few hundred bytes. */
const HEADER_BYTES_MAX = 65_536
/** A minute at the highest quality is 20 MB. */
const STRETCH_BYTES_MAX = 64_000_000
/** What is background is told from what surrounds a talk: so much of what was heard before is read again. */
const AROUND_MS = 10_000

type Parts = Pick<Services, 'db' | 'storage' | 'speech'>
type Work = { services: Parts; recogniser: Recogniser; userId: string; recordingId: string }
type Heard = { fromByte: number; heardMs: number; startMs: number; text: string }

/** What hears recordings under way, for people to read along. */
export function captionJobs(services: Parts): JobHandler[] {
  return [
    handleJob(captionRecording, ({ userId, recordingId }, context) =>
      hearNewest(services, userId, recordingId, context),
    ),
  ]
}

/**
 * Hears one window of a recording under way and tells the person's screens. Not counted in the plan's hours, as the
 * transcript that is made afterwards is, and given only while the plan holds that one. Whatever fails is told once, and
 * not tried again before somebody asks: the recording, and its transcript, go on as if this were not.
 */
export async function hearNewest(
  services: Parts,
  userId: string,
  recordingId: string,
  { log, signal }: Pick<JobContext, 'log' | 'signal'>,
): Promise<void> {
  const { db, speech: recogniser } = services
  if (recogniser === null) return
  const window = await asWorker(db, userId, (tx) => takeWindow(tx, userId, recordingId))
  if (!window) return

  const work = { services, recogniser, userId, recordingId }
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(HEARING_TIME_MS)])
  try {
    const { heardMs, fromByte, startMs, text } = await hear(work, window, inTime)
    await asWorker(db, userId, async (tx) => {
      await settleWindow(tx, userId, recordingId, { heardMs, fromByte })
      if (text !== '') await announceCaptions(tx, userId, { recordingId, startMs, text, trouble: null })
    })
  } catch (error) {
    const { heardMs: startMs } = window
    await asWorker(db, userId, async (tx) => {
      await settleWindow(tx, userId, recordingId, window)
      // Another process goes on, when the screen asks again.
      if (signal.aborted) return
      log.warn({ err: error, recordingId }, 'a recording under way could not be heard')
      await announceCaptions(tx, userId, { recordingId, startMs, text: '', trouble: troubleOf(error) })
    })
  }
}

async function hear(work: Work, window: Window, signal: AbortSignal): Promise<Heard> {
  const { services, userId } = work
  const { db, storage } = services
  const nothing = { fromByte: window.fromByte, heardMs: window.heardMs, startMs: window.heardMs, text: '' }
  const header = headerOf(await bytesOf(storage, window, { start: 0, end: HEADER_BYTES_MAX - 1 }))
  const start = Math.max(window.fromByte, window.receivedBytes - STRETCH_BYTES_MAX)
  const bytes = await bytesOf(storage, window, { start, end: window.receivedBytes - 1 })
  const clusters = header ? clustersIn(bytes, header) : []
  const [first] = clusters
  if (!header || !first) return nothing

  return withWorkFile(storage, async (file) => {
    await writeFile(file, Buffer.concat([header, bytes.subarray(first.at)]), { mode: 0o600 })
    // Without an index no place in it would be found again.
    await writeFile(file, await extractSound(file, signal))
    const meter = await measureVoice(file, signal)
    const { piece, settledMs } = livePiece(meter, Math.max(0, window.heardMs - first.timeMs))
    const heardMs = first.timeMs + settledMs
    const next = clusters.findLast(({ timeMs }) => timeMs <= heardMs - AROUND_MS) ?? first
    const settled = { ...nothing, fromByte: start + next.at, heardMs }
    if (!piece) return settled

    const said = { startMs: 0, endMs: heardMs }
    if (!(await asWorker(db, userId, (tx) => hasHoursFor(tx, userId, said)))) throw new HoursUsedUp()
    const text = await textOfPiece(work, window, file, piece, signal)
    return { ...settled, startMs: first.timeMs + piece.startMs, text }
  })
}

async function textOfPiece(
  { services, recogniser, userId }: Work,
  { speakers, location }: Window,
  file: string,
  piece: Stretch,
  signal: AbortSignal,
): Promise<string> {
  const hints = await asWorker(services.db, userId, (tx) => hintsOf(tx, userId, { speakers, location }))
  const { words } = await recognisePiece(recogniser, file, piece, { hints, languages: [] }, signal)
  return textOf(words)
}

/** Some of a recording's bytes, as far as they have come. */
async function bytesOf(storage: Storage, window: Window, { start, end }: ByteRange): Promise<Buffer> {
  const last = Math.min(end, window.receivedBytes - 1)
  if (start > last) return Buffer.alloc(0)

  const pieces: Uint8Array[] = []
  for await (const piece of await storage.read(window.storageKey, { start, end: last })) pieces.push(piece)
  return Buffer.concat(pieces)
}

class HoursUsedUp extends Error {}

/** Why, for people. What is stopped in the middle was too slow. */
function troubleOf(error: unknown): TranscriptFailure {
  if (error instanceof HoursUsedUp) return 'HOURS_USED_UP'
  if (!(error instanceof SpeechFailure)) return 'ENGINE_FAILED'
  return error.code === 'ABORTED' ? 'TIMED_OUT' : error.code
}
