import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type CaptionNews, captionNews } from '#contract/captions.ts'
import { sha256Of } from '../../sha256.ts'
import { CommandRecogniser } from '../../speech/command.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, completionOf, putChunk, startRecording } from '../../testing/recorder.ts'
import { asWebm, canSpeak, hasPocketsphinx, record, type Scene } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'
import { wordErrorRate } from '../../testing/word-error-rate.ts'
import { WINDOW_TIME_MS } from './captions.ts'
import { hearNewest } from './hear-window.ts'

const journal = newPath('jsonl')
const program = join(import.meta.dirname, '../../testing/speech-command.ts')
const { person, services, database } = await createTestKinora({
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: JSON.stringify([process.execPath, program, journal]),
})

const said = [
  'My grandmother came to this country on a ship when she was a little girl.',
  'In the winter we had no money but we had a good time.',
]
const pause: Scene = { seconds: 3, of: 'silence' }
const spoken = canSpeak ? talk() : Promise.resolve(new Uint8Array())
const announcement = z.object({ userId: z.uuid(), captions: captionNews })

async function talk(): Promise<Uint8Array<ArrayBuffer>> {
  const { file } = await record([pause, ...said.flatMap((text): Scene[] => [{ voice: 'slt', text }, pause])])
  return new Uint8Array(await readFile(await asWebm(file)))
}

/** Collects the captions that are sent to a person's screens, in order. */
async function newsFor({ id }: Person): Promise<CaptionNews[]> {
  const news: CaptionNews[] = []
  await services.notifications.listen('kinora_changes', {
    onMessage: (payload) => {
      const heard = announcement.safeParse(JSON.parse(payload))
      if (heard.success && heard.data.userId === id) news.push(heard.data.captions)
    },
    onGap: () => undefined,
  })
  return news
}

const hear = ({ id }: Person, recordingId: string, speech = services.speech) => {
  const context = { log: services.log, signal: new AbortController().signal }
  return hearNewest({ ...services, speech }, id, recordingId, context)
}
const timesAsked = (): number => {
  try {
    return readFileSync(journal, 'utf8').split('\n').filter(Boolean).length
  } catch {
    return 0
  }
}
/** A running recording of which the device has sent this share. */
async function underWay(owner: Person, share = 1, given: Parameters<typeof startRecording>[1] = {}) {
  const bytes = await spoken
  const start = await startRecording(owner, given)
  const sent = Math.round(bytes.length * share)
  await putChunk(owner, start.id, 0, bytes.slice(0, sent))
  return { id: start.id, sendRest: () => putChunk(owner, start.id, 1, bytes.slice(sent)) }
}
const hoursOf = async (owner: Person) => (await owner.client.account.usage()).aiAnalysisHoursUsed

test('a recording that is not to be transcribed, or is over, or is kept as MP4 is not listened to', async () => {
  const ana = await person()
  const { id: unwanted } = await startRecording(ana, { transcribe: false })
  const { id: film } = await startRecording(ana, { mimeType: 'video/mp4' })
  const { id: over } = await startRecording(ana)
  const { id: open } = await startRecording(ana)
  await putChunk(ana, over, 0, new Uint8Array([1]))
  const ended = {
    id: over,
    chunkCount: 1,
    sizeBytes: 1,
    sha256: sha256Of(new Uint8Array([1])),
    durationMs: 1,
  }
  await ana.client.recordings.complete(ended)

  const listens = [unwanted, film, over, open].map(
    async (id) => (await ana.client.captions.listen({ id })).isListening,
  )

  expect(await Promise.all(listens)).toEqual([false, false, false, true])
})

describe.skipIf(!canSpeak)('a recording under way', () => {
  test.skipIf(!hasPocketsphinx)(
    'is heard talk by talk as it grows, by a real engine, each second once',
    async () => {
      const script = fileURLToPath(new URL('../../../scripts/speech/pocketsphinx.mjs', import.meta.url))
      const sphinx = new CommandRecogniser({ command: [process.execPath, script], timeoutMs: 60_000 })
      const ana = await person()
      const news = await newsFor(ana)
      const { id, sendRest } = await underWay(ana, 0.7)

      await hear(ana, id, sphinx)
      await hear(ana, id, sphinx)
      await expect.poll(() => news.length).toBe(1)
      await sendRest()
      await hear(ana, id, sphinx)
      await hear(ana, id, sphinx)

      await expect.poll(() => news.length).toBe(2)
      const rate = wordErrorRate(said.join(' '), news.map(({ text }) => text).join(' '))
      process.stdout.write(`captions by pocketsphinx: ${(rate * 100).toFixed(1)} % of the words wrong\n`)
      expect(rate).toBeLessThan(0.35)
      const starts = news.map(({ startMs }) => startMs)
      expect(starts[0]).toBeGreaterThan(2_000)
      expect(starts[0]).toBeLessThan(4_000)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(await ana.client.transcripts.get({ id })).toMatchObject({ lineCount: 0, state: 'pending' })
      expect(await hoursOf(ana)).toBe(0)
    },
  )

  test('is heard in one window at a time, whoever asks', async () => {
    const ana = await person()
    const { id } = await underWay(ana)
    const before = timesAsked()

    // The engine answers once the others are refused: otherwise one that asks late would be given the next window.
    const othersAreRefused = Promise.withResolvers<void>()
    const { speech } = services
    if (speech === null) throw new Error('no engine')
    const slow: typeof speech = Object.assign(Object.create(speech), {
      recognise: async (...given: Parameters<typeof speech.recognise>) => {
        await othersAreRefused.promise
        return speech.recognise(...given)
      },
    })
    let over = 0
    const asked = [1, 2, 3].map(async () => {
      await hear(ana, id, slow)
      over += 1
      if (over === 2) othersAreRefused.resolve()
    })
    await Promise.all(asked)

    expect(timesAsked() - before).toBe(1)
  })

  test('is given up well before anybody else may take its window', async () => {
    const ana = await person()
    const { id } = await underWay(ana)
    const limitsSet = vi.spyOn(AbortSignal, 'timeout')

    await hear(ana, id)

    const [hearing = Number.NaN] = limitsSet.mock.calls.map(([ms]) => ms)
    limitsSet.mockRestore()
    expect(hearing).toBeLessThanOrEqual(WINDOW_TIME_MS - 5_000)
  })

  test('is not heard any more once its device is silent, or once it is not to be transcribed', async () => {
    const ana = await person()
    const { id: silent } = await underWay(ana)
    const { id: unwanted } = await underWay(ana, 1, { transcribe: false })
    await asSuperuser(
      database,
      `update recordings set last_chunk_at = now() - interval '1 minute' where id = $1`,
      [silent],
    )
    const before = timesAsked()

    await hear(ana, silent)
    await hear(ana, unwanted)

    expect(timesAsked()).toBe(before)
  })

  test('is not heard faster than anybody speaks', async () => {
    const ana = await person()
    const { id } = await underWay(ana)
    await hear(ana, id)
    await asSuperuser(database, 'update app.caption_cursors set heard_ms = 90000 where recording_id = $1', [
      id,
    ])
    const before = timesAsked()

    await hear(ana, id)

    expect(timesAsked()).toBe(before)
  })

  test('is heard as far as its bytes are written, though the row of the next chunk is there already', async () => {
    const ana = await person()
    const news = await newsFor(ana)
    const { id } = await underWay(ana, 0.8)
    await asSuperuser(
      database,
      'update recordings set received_bytes = received_bytes + 5000 where id = $1',
      [id],
    )

    await hear(ana, id)

    await expect.poll(() => news).toMatchObject([{ text: 'We came to Odessa.', trouble: null }])
  })

  test('says why it is not heard, and the recording goes on and is heard whole afterwards', async () => {
    const ana = await person()
    const news = await newsFor(ana)
    const { id, sendRest } = await underWay(ana, 0.8)
    writeFileSync(`${journal}.broken`, '')
    try {
      await hear(ana, id)
    } finally {
      rmSync(`${journal}.broken`)
    }
    await expect.poll(() => news).toMatchObject([{ recordingId: id, text: '', trouble: 'NOT_SET_UP' }])

    await hear(ana, id)
    await expect.poll(() => news[1]).toMatchObject({ text: 'We came to Odessa.', trouble: null })
    expect((await sendRest()).status).toBe(200)
    const bytes = await spoken
    const completion = { ...completionOf(id, bytes), chunkCount: 2 }
    expect(await ana.client.recordings.complete(completion)).toMatchObject({ state: 'verifying' })
  })

  test('is not heard beyond what the plan can have transcribed of it', async () => {
    const ana = await person()
    const news = await newsFor(ana)
    const { id } = await underWay(ana)
    await asSuperuser(
      database,
      `update usage_tracking set ai_analysis_hours_used = 1e6, ai_hours_month = date_trunc('month', now() at time zone 'utc')
       where user_id = $1`,
      [ana.id],
    )
    const before = timesAsked()

    await hear(ana, id)

    await expect.poll(() => news).toMatchObject([{ text: '', trouble: 'HOURS_USED_UP' }])
    expect(timesAsked()).toBe(before)
  })
})
