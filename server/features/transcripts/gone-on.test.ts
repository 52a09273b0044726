import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { type Person, personAt } from '../../testing/family.ts'
import {
  asSuperuser,
  completionOf,
  putChunk,
  recordWhole,
  silentFor,
  startRecording,
} from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { asWebm, canSpeak, record, type Scene } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'

const database = await createTestDatabase()
const program = join(import.meta.dirname, '../../testing/speech-command.ts')

/** Three sentences with long pauses between them. */
async function threeTalks() {
  const texts = ['My grandmother came here.', 'In the winter we had no money.', 'And that was all there was.']
  const scenes = texts.flatMap((text): Scene[] => [
    { voice: 'slt', text },
    { seconds: 6, of: 'silence' },
  ])
  return Buffer.from(await readFile(await asWebm((await record(scenes)).file)))
}

describe.skipIf(!canSpeak)('a recording whose device comes back after the server had finished it', () => {
  test('is heard to its end, and nothing of it twice', { timeout: 120_000 }, async () => {
    const command = JSON.stringify([process.execPath, program, newPath('jsonl')])
    const server = await createServerProcess(database.connection, {
      SPEECH_ENGINE: 'command',
      SPEECH_COMMAND: command,
    })
    await server.start()
    const ana = await personAt(server.url)
    const bytes = await threeTalks()
    const atOnce = await recordWhole(ana, bytes)
    const begun = bytes.subarray(0, bytes.length / 2)
    const { id } = await startRecording(ana)
    await putChunk(ana, id, 0, begun)

    await silentFor(database, 25, id)
    await asSuperuser(database, `select graphile_worker.add_job('sweep_recordings')`)
    await heardAsFarAsItGoes(ana, id)
    const before = await piecesOf(id)

    await putChunk(ana, id, 1, bytes.subarray(begun.length))
    await ana.client.recordings.complete({ ...completionOf(id, bytes), chunkCount: 2 })
    await heardAsFarAsItGoes(ana, id)
    await heardAsFarAsItGoes(ana, atOnce.id)

    const [pieces, whole] = [await piecesOf(id), await piecesOf(atOnce.id)]
    expect(pieces.slice(0, before.length)).toEqual(before)
    expect(pieces.length).toBeGreaterThan(before.length)
    expect(pieces.at(-1)?.endMs).toBe(whole.at(-1)?.endMs)
    for (const [index, { startMs }] of pieces.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(pieces[index - 1]?.endMs ?? 0)
    }
    expect(Math.abs(lengthOf(pieces) - lengthOf(whole))).toBeLessThan(1_000)
    expect((await ana.client.transcripts.lines({ id })).items).toHaveLength(pieces.length)
  })
})

type Piece = { startMs: number; endMs: number }

async function piecesOf(id: string): Promise<Piece[]> {
  const { rows } = await asSuperuser(
    database,
    `select start_ms as "startMs", end_ms as "endMs" from transcript_pieces
     where transcript_id = $1 and done_at is not null order by index`,
    [id],
  )
  return rows
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

/** Waits until the recording is ready, and all of it that has arrived is transcribed. */
async function heardAsFarAsItGoes(owner: Person, id: string): Promise<void> {
  const stands = async () => [
    (await owner.client.recordings.status({ id })).state,
    (await owner.client.transcripts.get({ id })).state,
  ]
  await expect.poll(stands).toEqual(['ready', 'completed'])
}
