import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Stretch } from '../../speech/speech.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { startRecording } from '../../testing/recorder.ts'
import { hasHoursFor, keepHeard, keepPieces, nextPiece } from './pieces.ts'
import { requestTranscript } from './transcripts.ts'

const { services, database, person } = await createTestKinora()

/** A recording that is to be heard, cut and heard as often as a test says. */
async function aRecording() {
  const ana = await person()
  const { id } = await startRecording(ana)
  const key = { userId: ana.id, transcriptId: id }
  await asWorker(services.db, ana.id, (tx) => requestTranscript(tx, ana.id, id))
  return {
    cut: (...stretches: Stretch[]) => asWorker(services.db, ana.id, (tx) => keepPieces(tx, key, stretches)),
    /** Hears all that nobody has heard yet, and tells what that was. */
    hear: () =>
      asWorker(services.db, ana.id, async (tx) => {
        const heard: Stretch[] = []
        for (let piece = await nextPiece(tx, key); piece !== null; piece = await nextPiece(tx, key)) {
          await keepHeard(tx, key, piece, { words: [], language: null }, null)
          heard.push({ startMs: piece.startMs, endMs: piece.endMs })
        }
        return heard
      }),
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
  // Where the last piece ended nothing is heard twice.
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
