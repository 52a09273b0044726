import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, completionOf, newRecording, putAll } from '../../testing/recorder.ts'
import { deviceWith, makeLink } from '../../testing/recording-links.ts'
import { asWebm, canSpeak, record } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'
import { command, followTracksOf, hearFurtherWords, hearTimedWords } from '../../testing/transcripts.ts'
import { alignStory, alignWaiting } from './align-tracks.ts'
import { finalise } from './finalise.ts'

const { app, services, database, person } = await createTestKinora()

const context = {
  log: services.log,
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
}

const texts = [
  'We had an orchard behind the house, and every autumn the whole family came to pick the apples.',
  'My grandmother kept the money for the ship in a tin that smelled of cinnamon.',
  'The year the river froze over, the school closed for a month, and we walked across.',
]

/** The talk as another microphone hears it: recorded from `seconds` later on, quieter and with hiss. */
function heardFrom(talk: string, seconds: number): string {
  const path = newPath('wav')
  const mix = '[0:a]volume=0.3[v];[1:a][v]amix=inputs=2:duration=shortest:normalize=0'
  const hiss = ['-f', 'lavfi', '-i', 'anoisesrc=r=16000:c=white:a=0.004:seed=5:d=600']
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-ss',
    `${seconds}`,
    '-i',
    talk,
    ...hiss,
    '-filter_complex',
    mix,
    path,
  ])
  return path
}

/** A story recorded by both the computer and a phone. Each recording is finished as the queue would do it. */
async function recordedByBoth(computerFile: string, phoneFile: string) {
  const ana = await person()
  const onComputer = newRecording()
  const { storyId } = { storyId: onComputer.story.id }
  const { address } = await makeLink(ana, { storyId })
  const phone = deviceWith(app, address)
  await phone.client.recordingLinks.open()
  const onPhone = newRecording({ storyId, part: 1 })

  for (const [device, start, file] of [
    [ana, onComputer, computerFile],
    [phone, onPhone, phoneFile],
  ] as const) {
    const bytes = Buffer.from(await readFile(await asWebm(file)))
    await device.client.recordings.start(start)
    await putAll(device as typeof ana, start.id, bytes)
    await device.client.recordings.complete(completionOf(start.id, bytes))
    await finalise(services, new FfmpegTool(), ana.id, start.id, context)
  }
  const stored = async () => (await ana.client.stories.get({ id: storyId })).recordings
  return { ana, storyId, onComputer, onPhone, stored }
}

describe.runIf(canSpeak)('recordings of two devices', () => {
  test('of the same talk become two tracks of one recording, placed by their sound', async () => {
    const { file } = await record(texts.map((text) => ({ voice: 'slt', text })))
    const { ana, storyId, onComputer, onPhone, stored } = await recordedByBoth(file, heardFrom(file, 2.4))
    const { rows } = await asSuperuser(
      database,
      `select task_identifier as task from graphile_worker.jobs where key like '%' || $1`,
      [`align ${storyId}`],
    )
    expect(rows).toEqual([{ task: 'align_tracks' }])
    const secondsApart = (await ana.client.stories.get({ id: storyId })).duration

    await alignStory(services, ana.id, storyId, context)
    await alignStory(services, ana.id, storyId, context)

    const [computer, phone] = await stored()
    expect(computer).toMatchObject({ id: onComputer.id, trackGroup: onComputer.id, offsetMs: 0, driftPpm: 0 })
    expect(phone).toMatchObject({ id: onPhone.id, trackGroup: onComputer.id })
    expect(Math.abs((phone?.offsetMs ?? 0) - 2_400)).toBeLessThan(40)
    const { duration } = await ana.client.stories.get({ id: storyId })
    expect(duration).toBe(Math.round((computer?.durationMs ?? 0) / 1000))
    expect(duration).toBeLessThan(secondsApart)
  })

  test('wait in sight where there is no ffmpeg, and are joined once there is', async () => {
    const { file } = await record(texts.map((text) => ({ voice: 'slt', text })))
    const { ana, storyId, stored } = await recordedByBoth(file, heardFrom(file, 2.4))
    const queued = async () => {
      const query = `select run_at from graphile_worker.jobs where key like '%' || $1`
      return (await asSuperuser(database, query, [`align ${storyId}`])).rows.length
    }
    await asSuperuser(
      database,
      `select graphile_worker.remove_job(key) from graphile_worker.jobs where key like '%' || $1`,
      [`align ${storyId}`],
    )
    const path = process.env.PATH
    process.env.PATH = ''
    try {
      await alignStory(services, ana.id, storyId, context)
      await alignWaiting(services)
    } finally {
      process.env.PATH = path
    }
    expect(await stored()).toMatchObject([
      { trackGroup: null, awaitsComparison: true },
      { trackGroup: null, awaitsComparison: true },
    ])
    expect(await queued()).toBe(0)

    await alignWaiting(services)
    expect(await queued()).toBe(1)
    await alignStory(services, ana.id, storyId, context)

    const [computer, phone] = await stored()
    expect([computer, phone]).toMatchObject([{ awaitsComparison: false }, { awaitsComparison: false }])
    expect(phone?.trackGroup).toBe(computer?.id)
    await asSuperuser(
      database,
      `select graphile_worker.remove_job(key) from graphile_worker.jobs where key like '%' || $1`,
      [`align ${storyId}`],
    )
    await alignWaiting(services)
    expect(await queued()).toBe(0)
  })

  test('of different talks stay recordings of their own', async () => {
    const [one, other] = await Promise.all([
      record([
        { voice: 'slt', text: texts[0] ?? '' },
        { voice: 'rms', text: 'And what became of the dog?' },
      ]),
      record([
        { voice: 'awb', text: texts[2] ?? '' },
        { voice: 'awb', text: texts[1] ?? '' },
      ]),
    ])
    const { ana, storyId, stored } = await recordedByBoth(one.file, other.file)

    await alignStory(services, ana.id, storyId, context)

    expect(await stored()).toMatchObject([{ trackGroup: null }, { trackGroup: null }])
  })

  test('of which one is lost in its store stay recordings of their own', async () => {
    const { file } = await record([{ voice: 'slt', text: texts[0] ?? '' }])
    const { ana, storyId, onPhone, stored } = await recordedByBoth(file, heardFrom(file, 0.5))
    const { originalMediaId } = (await stored()).find(({ id }) => id === onPhone.id) ?? {}
    const changed: Partial<Storage> = {
      localPath: () => null,
      read: async (key, range) => {
        if (key.endsWith(`/${originalMediaId}`)) throw new StorageError('NOT_FOUND', 'no such object')
        return services.storage.read(key, range)
      },
    }
    const storage: Storage = new Proxy(services.storage, {
      get: (target, name) => Reflect.get(changed, name) ?? Reflect.get(target, name, target).bind(target),
    })

    await alignStory({ ...services, storage }, ana.id, storyId, context)

    expect(await stored()).toMatchObject([{ trackGroup: null }, { trackGroup: null }])
  })

  test('with a microphone a person say who speaks, by the stronger one', async () => {
    const { ana, onComputer, storyId, words } = await talkOfTwo()
    await hearTimedWords(services, ana, onComputer.id, words)
    const heard = () => ana.client.transcripts.heard({ id: onComputer.id })
    const before = await heard()
    await alignStory(services, ana.id, storyId, context)

    await followTracksOf(services, ana, onComputer.id)
    await followTracksOf(services, ana, onComputer.id)

    const { items } = await ana.client.transcripts.lines({ id: onComputer.id })
    const turns = items.filter(({ speaker }, at) => speaker !== items[at - 1]?.speaker)
    expect(turns.map(({ speaker }) => speaker)).toEqual(['1', '2', '1', '2'])
    expect(items.flatMap((line) => line.words.map(({ text }) => text))).toEqual(words.map(({ text }) => text))
    expect(await heard()).toEqual(before)
    const { speakers } = await ana.client.transcripts.get({ id: onComputer.id })
    expect(speakers.map(({ name }) => name)).toEqual(['', ''])

    const edit = { type: 'setSpeaker', lineId: items[0]?.id ?? '', baseVersion: 0, speaker: '2' } as const
    await ana.client.transcripts.edit({ id: onComputer.id, commands: [command(edit)] })
    await followTracksOf(services, ana, onComputer.id)
    const edited = await ana.client.transcripts.lines({ id: onComputer.id })
    expect(edited.items[0]).toMatchObject({ id: items[0]?.id, speaker: '2' })
  })

  test('tell an open editor to read all lines anew, and are followed again as long as nobody has edited', async () => {
    const { ana, onComputer, storyId, words } = await talkOfTwo()
    const half = Math.floor(words.length / 2)
    await hearTimedWords(services, ana, onComputer.id, words.slice(0, half))
    await alignStory(services, ana.id, storyId, context)
    const { id } = onComputer
    const versionNow = async () => (await ana.client.transcripts.get({ id })).version
    const before = await versionNow()

    await followTracksOf(services, ana, id)

    const after = await versionNow()
    expect(after).toBeGreaterThan(before)
    expect(await ana.client.transcripts.since({ id, version: before })).toBeNull()
    expect(await ana.client.transcripts.since({ id, version: after })).toMatchObject({
      lines: [],
      removed: [],
    })

    await hearFurtherWords(services, ana, id, words.slice(half))
    await followTracksOf(services, ana, id)
    const { items } = await ana.client.transcripts.lines({ id })
    expect(new Set(items.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    const rewritten = await versionNow()
    expect(rewritten).toBeGreaterThan(after)

    const lineId = items[0]?.id ?? ''
    const edit = { type: 'setSpeaker', lineId, baseVersion: 0, speaker: '2' } as const
    const { version } = await ana.client.transcripts.edit({ id, commands: [command(edit)] })
    expect(version).toBe(rewritten + 1)
    expect(await ana.client.transcripts.since({ id, version: rewritten })).toMatchObject({
      version,
      lines: [{ id: lineId }],
    })
    expect(await ana.client.transcripts.since({ id, version: after })).toBeNull()
  })

  test('lose nothing that is heard while their sound is compared', async () => {
    const { ana, onComputer, storyId, words } = await talkOfTwo()
    const half = Math.floor(words.length / 2)
    await hearTimedWords(services, ana, onComputer.id, words.slice(0, half))
    await alignStory(services, ana.id, storyId, context)
    let listening: Promise<void> | undefined
    const storage: Storage = new Proxy(services.storage, {
      get: (target, name) => {
        const found = Reflect.get(target, name, target)
        if (name !== 'localPath') return found.bind(target)
        listening ??= hearFurtherWords(services, ana, onComputer.id, words.slice(half))
        return found.bind(target)
      },
    })

    await followTracksOf({ ...services, storage }, ana, onComputer.id)
    await listening

    const said = async () => {
      const { items } = await ana.client.transcripts.lines({ id: onComputer.id })
      return items.flatMap((line) => line.words.map(({ text }) => text))
    }
    expect(listening).toBeDefined()
    expect(await said()).toEqual(words.map(({ text }) => text))
    await followTracksOf(services, ana, onComputer.id)
    expect(await said()).toEqual(words.map(({ text }) => text))
  })
})

/** Two people talk, each near a microphone of their own. @returns also when each word was said */
async function talkOfTwo() {
  const talk = [
    ['slt', texts[0]],
    ['rms', texts[1]],
    ['slt', texts[2]],
    ['rms', 'And then we all went home again, and nobody spoke of it.'],
  ] as const
  const { file, scenes } = await record(talk.map(([voice, text = '']) => ({ voice, text })))
  const [ones, others] = [scenes.filter((_, at) => at % 2 === 0), scenes.filter((_, at) => at % 2 === 1)]
  const { ana, onComputer, storyId } = await recordedByBoth(
    quieterIn(file, others),
    heardFrom(quieterIn(file, ones), 1.2),
  )
  const words = talk.flatMap(([, text = ''], at) => {
    const said = text.split(' ')
    const { startMs, endMs } = scenes[at] ?? { startMs: 0, endMs: 0 }
    const eachMs = (endMs - startMs) / said.length
    return said.map((word, nth) => ({
      text: word,
      startMs: Math.round(startMs + nth * eachMs),
      endMs: Math.round(startMs + (nth + 1) * eachMs),
    }))
  })
  return { ana, onComputer, storyId, words }
}

/** The same talk, in which these stretches are quieter, as if they came from across the room. */
function quieterIn(talk: string, stretches: readonly { startMs: number; endMs: number }[]): string {
  const path = newPath('wav')
  const when = stretches
    .map(({ startMs, endMs }) => `between(t,${startMs / 1_000},${endMs / 1_000})`)
    .join('+')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', talk, '-af', `volume=0.2:enable='${when}'`, path])
  return path
}
