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
/**
 * Speech is told from background noise by the sound around it, so this much of what was recognised before is read
 * again.
 */
const AROUND_MS = 10_000

type Parts = Pick<Services, 'db' | 'storage' | 'speech'>
type Work = { services: Parts; recogniser: Recogniser; userId: string; recordingId: string }
type Heard = { fromByte: number; heardMs: number; startMs: number; text: string }

/** The job that recognises running recordings, for people to read along. */
export function captionJobs(services: Parts): JobHandler[] {
  return [
    handleJob(captionRecording, ({ userId, recordingId }, context) =>
      hearNewest(services, userId, recordingId, context),
    ),
  ]
}

/**
 * Recognises one window of a running recording and sends the words to the person's screens. Captions do not count
 * towards the plan's hours, since the transcript made afterwards does; but they are given only while the plan has hours
 * left for that transcript. A failure is announced once, and not retried before the screen asks again: the recording
 * and its transcript do not depend on captions.
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
    const there = await asFarAsWritten(services.storage, window)
    const { heardMs, fromByte, startMs, text } = await hear(work, there, inTime)
    await asWorker(db, userId, async (tx) => {
      await settleWindow(tx, userId, recordingId, { heardMs, fromByte })
      if (text !== '') await announceCaptions(tx, userId, { recordingId, startMs, text, trouble: null })
    })
  } catch (error) {
    const { heardMs: startMs } = window
    await asWorker(db, userId, async (tx) => {
      await settleWindow(tx, userId, recordingId, window)
      // This process is stopping; another one continues when the screen asks again.
      if (signal.aborted) return
      log.warn({ err: error, recordingId }, 'a recording under way could not be heard')
      await announceCaptions(tx, userId, { recordingId, startMs, text: '', trouble: troubleOf(error) })
    })
  }
}

/** The row of the newest chunk may be there before its bytes (docs/decisions/064). */
async function asFarAsWritten(storage: Storage, window: Window): Promise<Window> {
  const { size } = (await storage.stat(window.storageKey)) ?? { size: 0 }
  return { ...window, receivedBytes: Math.min(window.receivedBytes, size) }
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
    // The clusters form a WebM file without an index, in which ffmpeg cannot seek, so its sound is extracted first.
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

/** A range of a recording's bytes, as far as they have arrived. */
async function bytesOf(storage: Storage, window: Window, { start, end }: ByteRange): Promise<Buffer> {
  const last = Math.min(end, window.receivedBytes - 1)
  if (start > last) return Buffer.alloc(0)

  const pieces: Uint8Array[] = []
  for await (const piece of await storage.read(window.storageKey, { start, end: last })) pieces.push(piece)
  return Buffer.concat(pieces)
}

class HoursUsedUp extends Error {}

/** The reason to show. An aborted recognition took too long. */
function troubleOf(error: unknown): TranscriptFailure {
  if (error instanceof HoursUsedUp) return 'HOURS_USED_UP'
  if (!(error instanceof SpeechFailure)) return 'ENGINE_FAILED'
  return error.code === 'ABORTED' ? 'TIMED_OUT' : error.code
}
