import { v7 as uuidv7 } from 'uuid'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { tokensOf } from '#contract/transcript-words.ts'
import { asWorker, type Tx } from '../db/actor.ts'
import { followTracks } from '../features/transcripts/follow-tracks.ts'
import { keepHeard, keepPieces } from '../features/transcripts/pieces.ts'
import {
  requestTranscript,
  requestTranscriptOfFile,
  type TranscriptKey,
} from '../features/transcripts/transcripts.ts'
import type { Services } from '../services.ts'
import type { Person } from './family.ts'
import { startRecording } from './recorder.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

type Heard = {
  speakers?: (string | null)[]
  language?: string
  /** The language of each line, where they differ. */
  languages?: string[]
}

/** A recording with a transcript of these lines, each in a minute of its own, with one speaker per line. */
export async function heardRecording(
  { db }: Pick<Services, 'db'>,
  person: Person,
  lines: readonly string[],
  given: Heard & { storyId?: string; part?: number } = {},
): Promise<string> {
  const { id } = await startRecording(person, {
    ...(given.storyId ? { storyId: given.storyId } : {}),
    part: given.part ?? 0,
  })
  await asWorker(db, person.id, async (tx) => {
    await requestTranscript(tx, person.id, id)
    await hearLines(tx, { userId: person.id, transcriptId: id }, lines, given)
  })
  return id
}

/** Transcribes an added film or sound as `heardRecording` does a recording. */
export async function hearFile(
  { db }: Pick<Services, 'db'>,
  { id: userId }: Pick<Person, 'id'>,
  mediaId: string,
  lines: readonly string[],
): Promise<void> {
  await asWorker(db, userId, async (tx) => {
    await requestTranscriptOfFile(tx, userId, mediaId)
    await hearLines(tx, { userId, transcriptId: mediaId }, lines, {})
  })
}

async function hearLines(tx: Tx, key: TranscriptKey, lines: readonly string[], given: Heard): Promise<void> {
  const pieces = lines.map((_, index) => ({ index, startMs: index * 60_000, endMs: index * 60_000 + 55_000 }))
  await keepPieces(tx, key, pieces)
  for (const piece of pieces) {
    const words = tokensOf(lines[piece.index] ?? '').map((text, at) => ({
      text,
      startMs: piece.startMs + at * 400,
      endMs: piece.startMs + at * 400 + 300,
      confidence: 0.9,
      speaker: given.speakers?.[piece.index] ?? '1',
    }))
    const language = given.languages?.[piece.index] ?? given.language ?? 'en-US'
    await keepHeard(tx, key, piece, { words, language }, null)
  }
}

/** Transcribes a sent recording with these words, by one speaker, a quarter of a second each. */
export async function hearWords(
  { db }: Pick<Services, 'db'>,
  { id: userId }: Pick<Person, 'id'>,
  recordingId: string,
  text: string,
): Promise<void> {
  const key = { userId, transcriptId: recordingId }
  const words = tokensOf(text).map((word, at) => ({
    text: word,
    startMs: 200 + at * 250,
    endMs: 420 + at * 250,
    confidence: 0.9,
    speaker: '1',
  }))
  const piece = { index: 0, startMs: 0, endMs: 500 + words.length * 250 }
  await asWorker(db, userId, async (tx) => {
    await requestTranscript(tx, userId, recordingId)
    await keepPieces(tx, key, [piece])
    await keepHeard(tx, key, piece, { words, language: 'en-US' }, null)
  })
}

export type SaidWord = { text: string; startMs: number; endMs: number }

/** Transcribes a sent recording with these timed words, by an engine that does not tell speakers apart. */
export async function hearTimedWords(
  { db }: Pick<Services, 'db'>,
  { id: userId }: Pick<Person, 'id'>,
  recordingId: string,
  words: readonly SaidWord[],
): Promise<void> {
  const key = { userId, transcriptId: recordingId }
  const heard = words.map((word) => ({ ...word, confidence: 0.9, speaker: null }))
  const piece = { index: 0, startMs: 0, endMs: words.at(-1)?.endMs ?? 0 }
  await asWorker(db, userId, async (tx) => {
    await requestTranscript(tx, userId, recordingId)
    await keepPieces(tx, key, [piece])
    await keepHeard(tx, key, piece, { words: heard, language: 'en' }, 'The teller')
  })
}

/** Transcribes further words of the same recording, as the next piece. */
export async function hearFurtherWords(
  { db }: Pick<Services, 'db'>,
  { id: userId }: Pick<Person, 'id'>,
  recordingId: string,
  words: readonly SaidWord[],
): Promise<void> {
  const key = { userId, transcriptId: recordingId }
  const heard = words.map((word) => ({ ...word, confidence: 0.9, speaker: null }))
  const [from, until] = [words[0]?.startMs ?? 0, words.at(-1)?.endMs ?? 0]
  const piece = { index: 1, startMs: from, endMs: until }
  await asWorker(db, userId, async (tx) => {
    await keepPieces(tx, key, [{ startMs: 0, endMs: from }, piece])
    await keepHeard(tx, key, piece, { words: heard, language: 'en' }, 'The teller')
  })
}

/** Does the work of the job that assigns speakers by the tracks. */
export async function followTracksOf(
  services: Pick<Services, 'db' | 'storage'>,
  { id: userId }: Pick<Person, 'id'>,
  transcriptId: string,
): Promise<void> {
  await followTracks(services, { userId, transcriptId }, new AbortController().signal)
}

/** A command with an id of its own. */
export function command(what: WithoutId<TranscriptCommand>): TranscriptCommand {
  return { ...what, id: uuidv7() } as TranscriptCommand
}
