import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { elsewhere } from '../../testing/other-transaction.ts'
import { asSuperuser, completionOf, putChunk, startRecording } from '../../testing/recorder.ts'
import { asWebm, canSpeak, record, type Scene } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'
import { completeTranscript } from './complete-transcript.ts'
import { cutForOwnKey } from './cut-recording.ts'
import { lockTranscript } from './line-rows.ts'
import { keepHeard, keepPieces, nextPiece } from './pieces.ts'
import { transcribe } from './transcribe.ts'
import { requestTranscript } from './transcripts.ts'

const program = join(import.meta.dirname, '../../testing/speech-command.ts')
const { person, services, database } = await createTestKinora({
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: JSON.stringify([process.execPath, program, newPath('jsonl')]),
})

/** Synthesised once for all tests; empty where this machine has no speech synthesis. */
const spoken = canSpeak ? twoTalks() : Promise.resolve(Buffer.alloc(0))
async function twoTalks(): Promise<Buffer<ArrayBuffer>> {
  const texts = ['My grandmother came here.', 'In the winter we had no money.']
  const scenes = texts.flatMap((text): Scene[] => [
    { voice: 'slt', text },
    { seconds: 6, of: 'silence' },
  ])
  return Buffer.from(await readFile(await asWebm((await record(scenes)).file)))
}

const context = () => ({
  log: services.log,
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
})

/** A recording that the server ended because its device was silent, in the middle of what there was to say. */
async function endedByServer(owner: Person, bytes: Buffer<ArrayBuffer>) {
  const begun = bytes.subarray(0, bytes.length / 2)
  const { id } = await startRecording(owner)
  await putChunk(owner, id, 0, begun)
  await asSuperuser(
    database,
    `update recordings set state = 'ready', ended_by = 'server', ended_at = now() where id = $1`,
    [id],
  )
  await asSuperuser(database, `update media set state = 'stored', size_bytes = $2 where recording_id = $1`, [
    id,
    begun.length,
  ])
  await finished(owner, id)

  const goOn = () => putChunk(owner, id, 1, bytes.subarray(begun.length))
  const end = async () => {
    await owner.client.recordings.complete({ ...completionOf(id, bytes), chunkCount: 2 })
    await finished(owner, id)
  }
  /** The store of a job that has read the recording when its device comes back. */
  const whileRead = (happening: () => Promise<unknown>): Storage =>
    Object.assign(Object.create(services.storage), {
      localPath: () => null,
      workFolder: () => services.storage.workFolder(),
      read: async () => {
        await happening()
        return Readable.from([begun])
      },
    })
  return { id, goOn, end, whileRead }
}

/** What the job does that finishes a recording, once the copies are made. */
const finished = (owner: Person, id: string) =>
  asWorker(services.db, owner.id, (tx) => requestTranscript(tx, owner.id, id))

describe.skipIf(!canSpeak)('a recording whose device goes on while it is cut', () => {
  test('is cut anew and heard to its end', { timeout: 120_000 }, async () => {
    const ana = await person()
    const { id, goOn, end, whileRead } = await endedByServer(ana, await spoken)
    const storage = whileRead(() => goOn().then(end))

    await transcribe({ ...services, storage }, ana.id, id, context())
    await transcribe(services, ana.id, id, context())

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 2 })
  })

  test('waits for the rest where the device has yet to end it', { timeout: 120_000 }, async () => {
    const ana = await person()
    const { id, goOn, end, whileRead } = await endedByServer(ana, await spoken)

    await transcribe({ ...services, storage: whileRead(goOn) }, ana.id, id, context())

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', piecesTotal: null })
    await end()
    await transcribe(services, ana.id, id, context())
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 2 })
  })

  test('is theirs to go on with who hears it with a key of their own', { timeout: 120_000 }, async () => {
    const ana = await person()
    const { id, goOn, end, whileRead } = await endedByServer(ana, await spoken)
    const key = { userId: ana.id, transcriptId: id }
    await ana.client.ownKey.begin({ id })

    await cutForOwnKey({ ...services, storage: whileRead(() => goOn().then(end)) }, key, context())

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'failed', piecesTotal: null })
    await ana.client.ownKey.begin({ id })
    await cutForOwnKey(services, key, context())
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'processing', piecesTotal: 2 })
  })
})

/** A transcript that a job has in hand, and whose recording its device went on with since. */
async function inHand() {
  const ana = await person()
  const { id } = await startRecording(ana)
  const key = { userId: ana.id, transcriptId: id }
  await finished(ana, id)
  await asSuperuser(database, `update transcripts set state = 'processing' where id = $1`, [id])
  await asSuperuser(database, `update recordings set ended_at = now() + interval '1 second' where id = $1`, [
    id,
  ])
  return { ana, id, key }
}

test('a recording that ends in the moment in which its shorter form has been cut is cut anew', async () => {
  const { ana, id, key } = await inHand()
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  const { finishing } = await asWorker(services.db, ana.id, async (tx) => {
    await lockTranscript(tx, key)
    const finishing = elsewhere(() => finished(ana, id))
    await expect.poll(async () => (await asSuperuser(database, waits)).rows.length).toBe(1)
    await keepPieces(tx, key, [{ startMs: 0, endMs: 1_000 }])
    return { finishing }
  })
  await finishing

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', piecesTotal: null })
})

test('a job that has heard all that was cut before does not complete what another is cutting anew', async () => {
  const { ana, id, key } = await inHand()
  await asWorker(services.db, ana.id, async (tx) => {
    await keepPieces(tx, key, [{ startMs: 0, endMs: 1_000 }])
    const piece = await nextPiece(tx, key)
    if (piece) await keepHeard(tx, key, piece, { words: [], language: null }, null)
  })
  await finished(ana, id)
  await asSuperuser(database, `update transcripts set state = 'processing' where id = $1`, [id])

  await asWorker(services.db, ana.id, (tx) => completeTranscript(tx, key))

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'processing', piecesDone: 1 })
})
