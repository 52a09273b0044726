import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Stretch } from '../../speech/speech.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { startRecording } from '../../testing/recorder.ts'
import { command } from '../../testing/transcripts.ts'
import type { SpeakerKeys } from './join-speakers.ts'
import { hasHoursFor, keepHeard, keepPieces, nextPiece, type Piece, pieceBefore } from './pieces.ts'
import { requestTranscript } from './transcripts.ts'

const { services, database, person } = await createTestKinora()

type Told = {
  /** By default, the next piece that has not been recognised. */
  piece?: Piece | null
  /** Who says each word, by the engine's own names. */
  speakers: (string | null)[]
  language?: string
  onlyTeller?: string
  keys?: SpeakerKeys
}

/** A recording with a pending transcript, and functions to cut and recognise it as often as a test needs. */
async function aRecording() {
  const ana = await person()
  const { id } = await startRecording(ana)
  const key = { userId: ana.id, transcriptId: id }
  await asWorker(services.db, ana.id, (tx) => requestTranscript(tx, ana.id, id))
  return {
    id,
    transcripts: ana.client.transcripts,
    cut: (...stretches: Stretch[]) => asWorker(services.db, ana.id, (tx) => keepPieces(tx, key, stretches)),
    /** Recognises all remaining pieces. @returns their times */
    hear: () =>
      asWorker(services.db, ana.id, async (tx) => {
        const heard: Stretch[] = []
        for (let piece = await nextPiece(tx, key); piece !== null; piece = await nextPiece(tx, key)) {
          await keepHeard(tx, key, piece, { words: [], language: null }, null)
          heard.push({ startMs: piece.startMs, endMs: piece.endMs })
        }
        return heard
      }),
    /**
     * Recognises the next piece with an engine that hears a word a second.
     * @returns what was known of the piece before it
     */
    hearNext: (told: Told) =>
      asWorker(services.db, ana.id, async (tx) => {
        const piece = told.piece ?? (await nextPiece(tx, key))
        if (piece === null) throw new Error('all has been heard')
        const before = await pieceBefore(tx, key, piece)
        const words = told.speakers.map((speaker, at) => {
          const startMs = piece.startMs + at * 1_000
          return { text: 'word', startMs, endMs: startMs + 300, confidence: 0.9, speaker }
        })
        await keepHeard(
          tx,
          key,
          piece,
          { words, language: told.language ?? null },
          told.onlyTeller ?? null,
          told.keys,
        )
        return before
      }),
    next: () => asWorker(services.db, ana.id, (tx) => nextPiece(tx, key)),
    transcript: () => ana.client.transcripts.get({ id }),
    speakersOfLines: async () => {
      const { items } = await ana.client.transcripts.lines({ id })
      return items.map(({ speaker }) => speaker)
    },
    progress: async () => {
      const { piecesDone, piecesTotal } = await ana.client.transcripts.get({ id })
      return [piecesDone, piecesTotal]
    },
  }
}

test('a recording of one short word is heard', async () => {
  const { cut, hear } = await aRecording()
  await cut({ startMs: 0, endMs: 200 })
  expect(await hear()).toEqual([{ startMs: 0, endMs: 200 }])
})

test('of a recording that became longer what is new is heard, and all of it is counted', async () => {
  const { cut, hear, progress } = await aRecording()
  await cut({ startMs: 0, endMs: 5_000 }, { startMs: 8_000, endMs: 11_000 })
  await hear()

  await cut(
    { startMs: 0, endMs: 5_000 },
    { startMs: 8_000, endMs: 14_000 },
    { startMs: 20_000, endMs: 24_000 },
  )

  expect(await progress()).toEqual([2, 4])
  // The new pieces begin where the last piece ended, so nothing is recognised twice.
  expect(await hear()).toEqual([
    { startMs: 11_000, endMs: 14_000 },
    { startMs: 20_000, endMs: 24_000 },
  ])
  expect(await progress()).toEqual([4, 4])
})

test('where only the last word fades away behind what was heard there is nothing new', async () => {
  const { cut, hear, progress } = await aRecording()
  await cut({ startMs: 0, endMs: 5_000 })
  await hear()

  await cut({ startMs: 0, endMs: 5_200 })

  expect(await hear()).toEqual([])
  expect(await progress()).toEqual([1, 1])
})

test('two who cut a recording in the same moment cut it once', async () => {
  const { cut, hear } = await aRecording()
  const stretch = { startMs: 0, endMs: 5_000 }
  await Promise.all(Array.from({ length: 4 }, () => cut(stretch)))
  expect(await hear()).toEqual([stretch])
})

test('of the piece before it is known who spoke when, and of all before whom the transcript has', async () => {
  const { cut, hearNext, transcript, speakersOfLines } = await aRecording()
  await cut(...[0, 60_000, 120_000].map((startMs) => ({ startMs, endMs: startMs + 50_000 })))
  const first = await hearNext({ speakers: ['A', 'B'], keys: { A: '1', B: '2' } })
  const second = await hearNext({ speakers: ['A', null], keys: { A: '2' } })
  const third = await hearNext({ speakers: ['A'], keys: { A: '3' } })

  expect(first).toBeNull()
  expect(second).toMatchObject({ startMs: 0, endMs: 50_000, keys: ['1', '2'] })
  expect(second?.words).toEqual([
    { startMs: 0, endMs: 300, speaker: '1' },
    { startMs: 1_000, endMs: 1_300, speaker: '2' },
  ])
  expect(third).toMatchObject({ startMs: 60_000, keys: ['1', '2'] })
  expect(third?.words).toEqual([{ startMs: 60_000, endMs: 60_300, speaker: '2' }])
  expect(await speakersOfLines()).toEqual(['1', '2', '2', null, '3'])
  expect((await transcript()).speakers.map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('a piece that two have heard is kept as the first of them heard it', async () => {
  const { cut, next, hearNext, speakersOfLines, progress } = await aRecording()
  await cut({ startMs: 0, endMs: 5_000 })
  const piece = await next()
  await hearNext({ piece, speakers: ['A'] })
  await hearNext({ piece, speakers: ['B', 'A'] })

  expect(await speakersOfLines()).toEqual(['A'])
  expect(await progress()).toEqual([1, 1])
})

test('where one person tells, what the engine gives to nobody is theirs', async () => {
  const { cut, hearNext, transcript, speakersOfLines } = await aRecording()
  await cut({ startMs: 0, endMs: 5_000 })
  await hearNext({ speakers: [null, null], onlyTeller: 'Elena Petrova' })

  expect(new Set(await speakersOfLines())).toEqual(new Set(['1']))
  expect((await transcript()).speakers).toMatchObject([{ key: '1', name: 'Elena Petrova' }])
})

test('a transcript is in the language that was heard first', async () => {
  const { cut, hearNext, transcript } = await aRecording()
  await cut(
    { startMs: 0, endMs: 5_000 },
    { startMs: 9_000, endMs: 12_000 },
    { startMs: 15_000, endMs: 18_000 },
  )
  await hearNext({ speakers: [null] })
  await hearNext({ speakers: [null], language: 'ru-RU' })
  await hearNext({ speakers: [null], language: 'en-US' })
  expect((await transcript()).language).toBe('ru-RU')
})

test('a piece is heard that the hours of the month hold to their last second, and with a plan without limit each one', async () => {
  const ana = await person()
  const fits = (seconds: number) =>
    asWorker(services.db, ana.id, (tx) =>
      hasHoursFor(tx, ana.id, { startMs: 500, endMs: 500 + seconds * 1_000 }),
    )
  await database.asOwner(
    `update usage_tracking set ai_analysis_hours_used = 0.5, ai_hours_month = date_trunc('month', now() at time zone 'utc')
     where user_id = $1`,
    [ana.id],
  )
  expect(await Promise.all([fits(1_800), fits(1_801)])).toEqual([true, false])

  await database.asOwner(`update subscriptions set tier = 'generation' where user_id = $1`, [ana.id])

  expect(await fits(1_000_000)).toBe(true)
})

test('a line that is split while the recording is still heard keeps its place before what is heard later', async () => {
  const { id, transcripts, cut, hearNext } = await aRecording()
  await cut({ startMs: 0, endMs: 50_000 }, { startMs: 50_000, endMs: 90_000 })
  await hearNext({ speakers: ['1', '1', '1'] })
  const [whole] = (await transcripts.lines({ id })).items
  const split = command({ type: 'split', lineId: whole?.id ?? '', baseVersion: 0, at: 1, newId: uuidv7() })
  await transcripts.edit({ id, commands: [split] })
  const [, half] = (await transcripts.lines({ id })).items
  await hearNext({ speakers: ['2', '2'] })

  const timesOf = async (cursor = '') =>
    (await transcripts.lines({ id, cursor })).items.map(({ startMs }) => startMs)
  expect(await timesOf()).toEqual([0, 1_000, 50_000])
  expect(await timesOf(half?.position)).toEqual([50_000])
  await transcripts.undo({ id, editId: uuidv7(), groupId: split.id })
  expect(await timesOf()).toEqual([0, 50_000])
})
