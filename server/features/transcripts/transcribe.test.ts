import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { asWorker } from '../../db/actor.ts'
import type { Recogniser, Stretch } from '../../speech/speech.ts'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type Person, personAt } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { elsewhere } from '../../testing/other-transaction.ts'
import { asSuperuser, recordWhole, startRecording } from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { asWebm, canSpeak, record, type Scene } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'
import { cutForOwnKey } from './cut-recording.ts'
import { rescueLost, transcribe } from './transcribe.ts'
import { requestTranscriptOfFile } from './transcripts.ts'

const program = join(import.meta.dirname, '../../testing/speech-command.ts')
const journal = newPath('jsonl')
const settings = {
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: JSON.stringify([process.execPath, program, journal]),
}
const { person, services, database } = await createTestKinora(settings)
const own = await createTestDatabase()

/** One who talks for longer than some engines take at a time, and makes no long pause. */
const withoutPause = talkWithoutPause()
async function talkWithoutPause() {
  if (!canSpeak) return Buffer.alloc(0)
  const text =
    'We had an orchard behind the house, and every autumn the whole family came to pick the apples.'
  const { file } = await record(Array.from({ length: 14 }, (): Scene => ({ voice: 'slt', text })))
  return Buffer.from(await readFile(await asWebm(file)))
}

type Asked = { lengthMs: number; hints: string[] }
const askedIn = (file: string): Asked[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/** Speech with pauses so long that each sentence becomes a piece of its own. */
async function talk(sentences: string[]) {
  if (sentences.length === 0) return Buffer.alloc(0)
  const scenes = sentences.flatMap((text): Scene[] => [
    { voice: 'slt', text },
    { seconds: 6, of: 'silence' },
  ])
  const { file } = await record(scenes)
  return Buffer.from(await readFile(await asWebm(file)))
}
/** Synthesised once for all tests; empty where this machine has no speech synthesis. */
const threeTalks = talk(
  canSpeak
    ? ['My grandmother came here.', 'In the winter we had no money.', 'And that was all there was.']
    : [],
)

/** A stored recording whose transcript has been asked for; the job has yet to run. */
async function recorded(owner: Person, spoken = threeTalks) {
  const { id } = await recordWhole(owner, await spoken)
  await asSuperuser(database, `update recordings set state = 'ready' where id = $1`, [id])
  await owner.client.transcripts.retry({ id })
  return id
}
/** A stored file of a story, as an upload leaves it. */
async function addedFile(owner: Person, storyId: string, kind = 'video') {
  const id = uuidv7()
  const key = `media/${owner.id}/${id}`
  await services.storage.writeAt(key, 0, await threeTalks)
  await asSuperuser(
    database,
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, storage_key)
     values ($1, $2, $3, 'original', $4, 'stored', 'video/webm', $5)`,
    [owner.id, id, storyId, kind, key],
  )
  return id
}
const jobContext = (attempt = 1) => ({
  log: services.log,
  attempt,
  isLastAttempt: false,
  signal: new AbortController().signal,
})
const run = (owner: Person, id: string, speech = services.speech, failingSince?: Date) =>
  transcribe({ ...services, speech }, owner.id, id, jobContext(), failingSince)
const jobsOf = async (id: string): Promise<{ inMs: number; payload: unknown }[]> => {
  const query = `select 1000 * extract(epoch from run_at - now())::float as "inMs", payload
    from graphile_worker._private_jobs where key like '%' || $1`
  return (await asSuperuser(database, query, [`transcribe ${id}`])).rows
}

/** An engine of this process, and the stretches that it is asked for. */
function engine(recognise: Recogniser['recognise'], pieceMsMax = 29_000) {
  const limits = { format: 'wav', pieceMsMax, pieceBytesMax: 25_000_000, diarization: false } as const
  const asked: Stretch[] = []
  const speech: Recogniser = {
    name: 'whisper',
    label: 'An engine',
    limits,
    recognise: (piece, signal) => {
      asked.push({ startMs: piece.startMs, endMs: piece.endMs })
      return recognise(piece, signal)
    },
  }
  return { speech, asked }
}

test('a recording that nobody wanted transcribed is, once somebody asks', async () => {
  const ana = await person()
  const { id } = await startRecording(ana, { transcribe: false })
  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', isWanted: false })

  expect(await ana.client.transcripts.retry({ id })).toMatchObject({ state: 'pending', isWanted: true })
})

test('a recording that is asked for before it has arrived is heard when it has', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await ana.client.transcripts.retry({ id })
  await run(ana, id)
  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending' })
})

test('a transcript that moves on while lost ones are looked for is left as it is', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await ana.client.transcripts.retry({ id })
  await asSuperuser(
    database,
    `update transcripts set state = 'processing', rescued_at_piece = pieces_done where id = $1`,
    [id],
  )
  const job = `update graphile_worker._private_jobs set attempts = max_attempts where key like '%' || $1`
  await asSuperuser(database, job, [`transcribe ${id}`])
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  const rescued = await asWorker(services.db, ana.id, async (tx) => {
    await tx.updateTable('transcripts').set({ state: 'completed' }).where('id', '=', id).execute()
    const rescuing = elsewhere(() => rescueLost(services))
    await expect.poll(async () => (await asSuperuser(database, waits)).rows.length).toBe(1)
    return { rescuing }
  })
  await rescued.rescuing

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', failure: null })
})

describe.skipIf(!canSpeak)('a recording that is heard', () => {
  test('becomes lines piece by piece; the family’s names go to the engine, and the hours are counted', async () => {
    const ana = await person()
    await ana.client.familyMembers.create({
      id: uuidv7(),
      firstName: 'Oksana',
      lastName: 'Petrenko',
    })
    const before = askedIn(journal).length
    const id = await recorded(ana)

    await run(ana, id)

    const transcript = await ana.client.transcripts.get({ id })
    expect(transcript).toMatchObject({
      state: 'completed',
      piecesDone: 3,
      piecesTotal: 3,
      language: 'en-US',
      engine: 'command',
    })
    const { items } = await ana.client.transcripts.lines({ id })
    expect(items.map((line) => textOf(line.words))).toEqual(Array(3).fill('We came to Odessa.'))
    expect(items.map(({ startMs }) => startMs)).toEqual(
      items.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
    )
    const asked = askedIn(journal).slice(before)
    expect(asked[0]?.hints).toEqual(expect.arrayContaining(['Ana', 'Oksana Petrenko']))
    const { rows } = await asSuperuser(
      database,
      'select sum(end_ms - start_ms) / 3600000.0 as hours from transcript_pieces where transcript_id = $1',
      [id],
    )
    const hours = Number(rows[0]?.hours)
    // The overlap that is recognised twice to match speakers is counted once.
    expect(hours).toBeLessThan(asked.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 3_600_000)
    expect((await ana.client.account.usage()).aiAnalysisHoursUsed).toBeCloseTo(hours, 6)
  })

  test('says why it failed, keeps what was heard, and goes on from there when asked again', async () => {
    const ana = await person()
    const id = await recorded(ana)
    writeFileSync(`${journal}.broken`, '')

    await run(ana, id)

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'failed', failure: 'NOT_SET_UP' })
    rmSync(`${journal}.broken`)
    const { rowCount } = await asSuperuser(
      database,
      `select 1 from graphile_worker.jobs where key like '%' || $1 and task_identifier = 'transcribe_recording'`,
      [`transcribe ${id}`],
    )
    expect(rowCount).toBe(1)

    // A late job, like that of a killed process, must not call the engine before a person asks.
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'failed', piecesDone: 0 })
    expect(await ana.client.transcripts.retry({ id })).toMatchObject({ state: 'pending', failure: null })
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 3 })

    // A completed transcript is not searched for suggestions again.
    const looks = `select 1 from graphile_worker.jobs where key like '%' || $1 and task_identifier = 'find_suggestions'`
    expect((await asSuperuser(database, looks, [id])).rowCount).toBe(1)
    await asSuperuser(
      database,
      `delete from graphile_worker._private_jobs where key like '%suggestions ' || $1`,
      [id],
    )
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 3 })
    expect((await asSuperuser(database, looks, [id])).rowCount).toBe(0)
  })

  test('may be a film that somebody added: it is heard once, under the file’s own id, and goes with it', async () => {
    const [ana, bo] = [await person(), await person()]
    const story = await ana.client.stories.create({ id: uuidv7(), title: 'The film', method: 'upload' })
    const id = await addedFile(ana, story.id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', lineCount: 0 })

    for (let again = 0; again < 2; again += 1) {
      await asWorker(services.db, ana.id, (tx) => requestTranscriptOfFile(tx, ana.id, id))
      await run(ana, id)
    }

    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      storyId: story.id,
      state: 'completed',
      piecesDone: 3,
      lineCount: 3,
    })
    expect((await ana.client.transcripts.export({ id, format: 'txt' })).content).toContain('Odessa')
    await expect(bo.client.transcripts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await ana.client.media.remove({ id })
    await expect(ana.client.transcripts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const left = await asSuperuser(database, 'select 1 from transcript_lines where transcript_id = $1', [id])
    expect(left.rowCount).toBe(0)
  })

  test('is not what a picture is', async () => {
    const ana = await person()
    const story = await ana.client.stories.create({ id: uuidv7(), title: 'A picture', method: 'upload' })
    const id = await addedFile(ana, story.id, 'image')
    await asWorker(services.db, ana.id, (tx) => requestTranscriptOfFile(tx, ana.id, id))
    await expect(ana.client.transcripts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('goes on when the queue has given its job up, and is given up itself when it comes no further', async () => {
    const ana = await person()
    const id = await recorded(ana)
    const giveUp = async () => {
      await asSuperuser(database, `update transcripts set state = 'processing' where id = $1`, [id])
      await asSuperuser(
        database,
        `update graphile_worker._private_jobs set attempts = max_attempts where key like '%' || $1`,
        [`transcribe ${id}`],
      )
    }
    const waits = async () => {
      const { rows } = await asSuperuser(
        database,
        `select attempts from graphile_worker.jobs where key like '%' || $1 and attempts < max_attempts`,
        [`transcribe ${id}`],
      )
      return rows.length
    }
    await asSuperuser(database, `update transcripts set state = 'processing' where id = $1`, [id])
    await rescueLost(services)
    await giveUp()
    expect(await waits()).toBe(0)

    await rescueLost(services)
    expect(await waits()).toBe(1)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'processing', failure: null })

    await giveUp()
    await rescueLost(services)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      state: 'failed',
      failure: 'ENGINE_FAILED',
    })
    await ana.client.transcripts.retry({ id })
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 3 })
  })

  test('is cut again where its next engine takes shorter pieces, so that nothing of a piece is left out', async () => {
    const ana = await person()
    const id = await recorded(ana, withoutPause)
    const stored = async (): Promise<Stretch[]> => {
      const pieces = `select start_ms as "startMs", end_ms as "endMs" from transcript_pieces where transcript_id = $1
        order by index`
      return (await asSuperuser(database, pieces, [id])).rows
    }
    await ana.client.ownKey.begin({ id })
    await cutForOwnKey(services, { userId: ana.id, transcriptId: id }, jobContext())
    const before = await stored()
    expect(Math.max(...before.map(({ startMs, endMs }) => endMs - startMs))).toBeGreaterThan(29_000)
    await ana.client.ownKey.giveUp({ id, failure: 'KEY_REFUSED' })
    await ana.client.transcripts.retry({ id })
    const { speech, asked } = engine(async () => ({ language: 'en-US', words: [] }))

    await run(ana, id, speech)

    expect(Math.max(...asked.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(29_000)
    expect(asked.map(({ startMs }) => startMs).slice(1)).toEqual(asked.map(({ endMs }) => endMs).slice(0, -1))
    expect([asked[0]?.startMs, asked.at(-1)?.endMs]).toEqual([before[0]?.startMs, before.at(-1)?.endMs])
    expect(await stored()).toEqual(asked)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      state: 'completed',
      piecesDone: asked.length,
      piecesTotal: asked.length,
    })
  })

  test('waits in the queue as long as its engine asks, in sight, and goes on then', async () => {
    const ana = await person()
    const id = await recorded(ana)
    const busy = engine(async () => {
      throw new SpeechFailure('RATE_LIMITED', 'busy', { retryAfterMs: 300_000 })
    })

    await run(ana, id, busy.speech)

    expect(busy.asked).toHaveLength(1)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', failure: null })
    const [job] = await jobsOf(id)
    expect(job?.inMs).toBeGreaterThan(290_000)
    expect(job?.inMs).toBeLessThanOrEqual(300_000)
    expect(job?.payload).toMatchObject({ failingSince: expect.any(String) })

    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesDone: 3 })
  })

  test('has failed once its engine was out of reach for half a day, in which it was heard no further', async () => {
    const ana = await person()
    const id = await recorded(ana)
    const failingSince = new Date(Date.now() - 12 * 3_600_000)
    const down = new SpeechFailure('UNREACHABLE', 'down', { retryAfterMs: 60_000 })
    let hears = 1
    const { speech } = engine(async () => {
      if (hears === 0) throw down
      hears -= 1
      return { language: 'en-US', words: [] }
    })

    await run(ana, id, speech, failingSince)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', piecesDone: 1 })

    await run(ana, id, speech, failingSince)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      state: 'failed',
      failure: 'UNREACHABLE',
    })
  })

  test('stops where the plan’s hours of this month end, and last month’s do not count', async () => {
    const ana = await person()
    const id = await recorded(ana)
    const used = (month: string) =>
      asSuperuser(
        database,
        `update usage_tracking set ai_analysis_hours_used = 0.9999,
           ai_hours_month = date_trunc('month', now() at time zone 'utc') - $2::interval where user_id = $1`,
        [ana.id, month],
      )
    await used('0 months')
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      state: 'failed',
      failure: 'HOURS_USED_UP',
    })

    await used('1 month')
    await ana.client.transcripts.retry({ id })
    await run(ana, id)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed' })
    expect((await ana.client.account.usage()).aiAnalysisHoursUsed).toBeLessThan(0.1)
  })
})

test.skipIf(!canSpeak)(
  'a server killed while it listens goes on after the next start, and no piece that was done is heard twice',
  async () => {
    const ownJournal = newPath('jsonl')
    const server = await createServerProcess(own.connection, {
      ...settings,
      SPEECH_COMMAND: JSON.stringify([process.execPath, program, ownJournal, '300']),
    })
    await server.start()
    const ana = await personAt(server.url)
    const { id } = await recordWhole(ana, await threeTalks)

    await expect.poll(() => askedIn(ownJournal).length).toBeGreaterThanOrEqual(2)
    await server.kill()
    await server.start()

    await expect
      .poll(() => ana.client.transcripts.get({ id }))
      .toMatchObject({ state: 'completed', piecesDone: 3 })
    const lengths = askedIn(ownJournal).map(({ lengthMs }) => lengthMs)
    expect(new Set(lengths).size).toBe(3)
    // Only the piece that was being recognised when the server was killed is recognised again.
    expect(lengths.length).toBeLessThanOrEqual(3 + 1)
    expect((await ana.client.transcripts.lines({ id })).items).toHaveLength(3)
    await server.kill()
  },
)
