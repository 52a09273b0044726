import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { GoogleAnswerSent } from '#contract/google-speech.ts'
import { limits } from '#contract/limits.ts'
import type { OwnKeyStep } from '#contract/own-key.ts'
import { textOf } from '#contract/transcript-words.ts'
import { asWorker } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, recordWhole, startRecording } from '../../testing/recorder.ts'
import { asWebm, canSpeak, record, type Scene } from '../../testing/spoken.ts'
import { cutForOwnKey } from './cut-recording.ts'
import { keepHeard, keepPieces, nextPiece } from './pieces.ts'
import { rescueLost, transcribe } from './transcribe.ts'
import { requestTranscript } from './transcripts.ts'

/** A server without an engine, and the languages that its families speak. */
const { person, services, database } = await createTestKinora({ SPEECH_LANGUAGES: 'uk-UA, de-DE, pl-PL' })

const pause: Scene = { seconds: 6, of: 'silence' }
const spoken = canSpeak ? twoTalks() : Promise.resolve(Buffer.alloc(0))
async function twoTalks(): Promise<Buffer> {
  const texts = ['My grandmother came here.', 'In the winter we had no money.']
  const { file } = await record(texts.flatMap((text): Scene[] => [{ voice: 'slt', text }, pause]))
  return readFile(await asWebm(file))
}

async function recorded(owner: Person): Promise<string> {
  const { id } = await recordWhole(owner, new Uint8Array(await spoken))
  await asSuperuser(database, `update recordings set state = 'ready' where id = $1`, [id])
  return id
}
const jobContext = () => ({
  log: services.log,
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
})
const cut = (owner: Person, id: string) =>
  cutForOwnKey(services, { userId: owner.id, transcriptId: id }, jobContext())
async function begun(owner: Person): Promise<string> {
  const id = await recorded(owner)
  await owner.client.ownKey.begin({ id })
  await cut(owner, id)
  return id
}
function asked(step: OwnKeyStep) {
  if (step.step !== 'ask') throw new Error(`nothing is asked: ${step.step}`)
  return step
}
/** An answer of Google's with diarization: the last result repeats all words, with their speakers. */
const answerOf = (words: string[], fromSeconds = 0.2): GoogleAnswerSent => ({
  results: [
    { alternatives: [{ transcript: words.join(' '), confidence: 0.9 }], languageCode: 'en-us' },
    {
      alternatives: [
        {
          words: words.map((word, index) => ({
            word,
            startTime: `${(fromSeconds + index * 0.3).toFixed(1)}s`,
            endTime: `${(fromSeconds + 0.2 + index * 0.3).toFixed(1)}s`,
            speakerTag: 1,
          })),
        },
      ],
    },
  ],
})

describe.skipIf(!canSpeak)('a recording that a browser has heard with its own key', () => {
  test('becomes a transcript as good as an engine’s, and uses up no hours', async () => {
    const ana = await person()
    await ana.client.familyMembers.create({
      id: '01890000-0000-7000-8000-000000000001',
      firstName: 'Oksana',
      lastName: 'Petrenko',
    })
    const id = await recorded(ana)
    expect(await ana.client.ownKey.begin({ id })).toMatchObject({ state: 'processing', withOwnKey: true })
    expect(await ana.client.ownKey.next({ id })).toEqual({ step: 'cutting' })
    await cut(ana, id)

    const first = asked(await ana.client.ownKey.next({ id }))
    expect(first.request.config).toMatchObject({
      encoding: 'WEBM_OPUS',
      sampleRateHertz: 48_000,
      enableAutomaticPunctuation: true,
      enableWordTimeOffsets: true,
      diarizationConfig: { enableSpeakerDiarization: true },
      speechContexts: [{ phrases: expect.arrayContaining(['Ana', 'Oksana Petrenko']) }],
    })
    const sound = Buffer.from(first.request.audio.content, 'base64')
    expect(sound.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(sound.includes('OpusHead')).toBe(true)

    await ana.client.ownKey.hear({ id, index: first.index, answer: answerOf(['My', 'grandmother', 'came.']) })
    const second = asked(await ana.client.ownKey.next({ id }))
    expect(second.index).toBe(1)
    // The request begins a little before the piece, so that its speakers can be matched; its times count from there.
    const told = await ana.client.ownKey.hear({ id, index: 1, answer: answerOf(['No', 'money.'], 8.5) })
    expect(told).toMatchObject({ piecesDone: 2, piecesTotal: 2 })
    expect(await ana.client.ownKey.next({ id })).toEqual({ step: 'over' })

    const transcript = await ana.client.transcripts.get({ id })
    expect(transcript).toMatchObject({ state: 'completed', language: 'en-US', withOwnKey: true })
    const { items } = await ana.client.transcripts.lines({ id })
    expect(items.map(({ words, speaker }) => [textOf(words), speaker])).toEqual([
      ['My grandmother came.', '1'],
      ['No money.', '1'],
    ])
    expect(items[1]?.words[0]?.startMs).toBeGreaterThan(6_000)
    expect((await ana.client.transcripts.heard({ id })).items).toHaveLength(2)
    expect((await ana.client.account.usage()).aiAnalysisHoursUsed).toBe(0)
  })

  test('is heard in the languages that families here speak, and is in the likeliest where Google names none', async () => {
    const ana = await person()
    const id = await begun(ana)
    const { request } = asked(await ana.client.ownKey.next({ id }))
    expect(request.config).toMatchObject({
      languageCode: 'uk-UA',
      alternativeLanguageCodes: ['de-DE', 'pl-PL'],
    })

    const [unnamed, named] = answerOf(['Моя', 'бабуся.']).results ?? []
    const results = [{ alternatives: unnamed?.alternatives ?? [] }, ...(named ? [named] : [])]
    await ana.client.ownKey.hear({ id, index: 0, answer: { results } })

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ language: 'uk-UA', piecesDone: 1 })
  })

  test('is not heard twice where two pages are at it, and not by the engine', async () => {
    const ana = await person()
    const id = await begun(ana)
    const { index } = asked(await ana.client.ownKey.next({ id }))
    await ana.client.ownKey.begin({ id })
    await ana.client.ownKey.hear({ id, index, answer: answerOf(['Once.']) })
    await ana.client.ownKey.hear({ id, index, answer: answerOf(['Twice.']) })
    await transcribe(
      { ...services, speech: { name: 'command', label: 'x', limits: null as never, recognise: never } },
      ana.id,
      id,
      jobContext(),
    )

    const { items } = await ana.client.transcripts.lines({ id })
    expect(items.map(({ words }) => textOf(words))).toEqual(['Once.'])
  })

  test('takes the words of an answer without signs that no database takes, or that turn a line around', async () => {
    const ana = await person()
    const id = await begun(ana)
    await ana.client.ownKey.hear({
      id,
      index: 0,
      answer: answerOf(['My', 'grand\u0000mother', '\u0000', '\u202ecame.']),
    })

    const { items } = await ana.client.transcripts.lines({ id })
    expect(items.map(({ words }) => textOf(words))).toEqual(['My grandmother came.'])
  })

  test('goes on behind a word without end, which the engine would make of the same sound again', async () => {
    const ana = await person()
    const id = await begun(ana)
    await ana.client.ownKey.hear({ id, index: 0, answer: answerOf(['She', 'ha'.repeat(300), 'laughed.']) })

    const { items } = await ana.client.transcripts.lines({ id })
    expect(items.map(({ words }) => textOf(words))).toEqual(['She ha laughed.'])
    expect(asked(await ana.client.ownKey.next({ id })).index).toBe(1)
  })

  test.for([
    ['words outside the piece', [{ word: 'a', startTime: '99s', endTime: '99s' }], 'BAD_REQUEST'],
    ['a time that is none', [{ word: 'a', startTime: 'soon' }], 'BAD_REQUEST'],
    [
      'more words than anybody says',
      Array(limits.googleWords + 1).fill({ word: 'a', startTime: '0s', endTime: '0s' }),
      'BAD_REQUEST',
    ],
  ] as const)('takes nothing of an answer with %s', async ([, words, code]) => {
    const ana = await person()
    const id = await begun(ana)
    const answer = { results: [{ alternatives: [{ words: [...words] }] }] }

    await expect(ana.client.ownKey.hear({ id, index: 0, answer })).rejects.toMatchObject({ code })

    expect(await ana.client.transcripts.get({ id })).toMatchObject({ piecesDone: 0, lineCount: 0 })
  })

  test('says why it was given up, and goes on from there', async () => {
    const ana = await person()
    const id = await begun(ana)
    await ana.client.ownKey.hear({ id, index: 0, answer: answerOf(['First.']) })
    expect(await ana.client.ownKey.giveUp({ id, failure: 'KEY_REFUSED' })).toMatchObject({
      state: 'failed',
      failure: 'KEY_REFUSED',
    })
    expect(await ana.client.ownKey.next({ id })).toEqual({ step: 'over' })

    await ana.client.ownKey.begin({ id })
    expect(asked(await ana.client.ownKey.next({ id })).index).toBe(1)
  })

  test('is told to be left alone once its page is gone, and not before', async () => {
    const ana = await person()
    const id = await begun(ana)
    await rescueLost(services)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'processing' })

    await asSuperuser(
      database,
      'update transcripts set own_key_at = now() - make_interval(mins => $2) where id = $1',
      [id, limits.ownKeySilentMinutes + 1],
    )
    await rescueLost(services)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      state: 'failed',
      failure: 'PAGE_CLOSED',
    })
  })

  test('is asked for one piece at a time', async () => {
    const ana = await person()
    const id = await begun(ana)
    const both = await Promise.allSettled([ana.client.ownKey.next({ id }), ana.client.ownKey.next({ id })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'TOO_MANY_REQUESTS' },
    })
  })
})

test('a recording that its device goes on with while it is heard is waited for, and not called complete', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const key = { userId: ana.id, transcriptId: id }
  await asWorker(services.db, ana.id, async (tx) => {
    await requestTranscript(tx, ana.id, id)
    await keepPieces(
      tx,
      key,
      [0, 1, 2].map((at) => ({ startMs: at * 1_000, endMs: (at + 1) * 1_000 })),
    )
    const piece = await nextPiece(tx, key)
    if (piece) await keepHeard(tx, key, piece, { words: [], language: null }, null)
  })
  await asSuperuser(
    database,
    `update transcripts set state = 'processing', own_key_at = now() where id = $1`,
    [id],
  )

  expect(await ana.client.ownKey.next({ id })).toEqual({ step: 'cutting' })
  await ana.client.ownKey.hear({ id, index: 1, answer: answerOf(['Late.']) })

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'processing', piecesDone: 1 })
})

test('a recording that is not there yet, or is somebody else’s, is not begun', async () => {
  const [ana, bo] = [await person(), await person()]
  const { id, story } = await startRecording(ana)

  await expect(ana.client.ownKey.begin({ id })).rejects.toMatchObject({ code: 'RECORDING_INCOMPLETE' })
  await expect(bo.client.ownKey.begin({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(bo.client.ownKey.next({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await ana.client.sharing.share({
    resourceType: 'story',
    resourceId: story.id,
    email: bo.email,
    role: 'viewer',
  })
  await expect(bo.client.ownKey.begin({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(bo.client.ownKey.next({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(bo.client.ownKey.hear({ id, index: 0, answer: {} })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

function never(): never {
  throw new Error('the engine is not asked')
}
