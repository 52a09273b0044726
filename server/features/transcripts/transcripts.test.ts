import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { asWorker } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser, startRecording } from '../../testing/recorder.ts'
import { command, followTracksOf, heardRecording } from '../../testing/transcripts.ts'
import { requestTranscript } from './transcripts.ts'

const { person, services, database } = await createTestKinora()

const told = [
  'We came to Odesa in the winter',
  'my mother caried a red suit case',
  'nobody in Odesa was there to meet us',
]
const newTranscript = async (lines = told) => {
  const ana = await person()
  const id = await heardRecording(services, ana, lines)
  return { ana, id, lines: await linesOf(ana, id) }
}
const linesOf = async (who: Person, id: string) => (await who.client.transcripts.lines({ id })).items
const said = async (who: Person, id: string) => (await linesOf(who, id)).map((line) => textOf(line.words))
const heardBytes = async (id: string) => {
  const { rows } = await database.asOwner(
    'select to_jsonb(s)::text as row from transcript_segments s where transcript_id = $1 order by id',
    [id],
  )
  return rows
}
const lineOf = <Line>(lines: Line[], index: number): Line => {
  const line = lines[index]
  if (!line) throw new Error('no such line')
  return line
}

describe('what was heard', () => {
  test('comes in order, page by page, with the speakers that the engine told apart', async () => {
    const { ana, id } = await newTranscript()

    const first = await ana.client.transcripts.lines({ id, limit: 2 })
    const rest = await ana.client.transcripts.lines({ id, limit: 2, cursor: first.nextCursor ?? '' })

    expect([...first.items, ...rest.items].map((line) => textOf(line.words))).toEqual(told)
    expect(rest.nextCursor).toBeNull()
    expect(await ana.client.transcripts.get({ id })).toMatchObject({
      lineCount: 3,
      version: 0,
      language: 'en-US',
      speakers: [{ key: '1', name: '' }],
    })
    const heard = await ana.client.transcripts.heard({ id, limit: 2 })
    expect((await ana.client.transcripts.heard({ id, cursor: heard.nextCursor ?? '' })).items).toHaveLength(1)
  })

  test('names its speakers in the order in which they were heard, then those that were added', async () => {
    const ana = await person()
    const voices = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']
    const id = await heardRecording(services, ana, voices, { speakers: voices })
    const added = uuidv7()
    const name = { type: 'nameSpeaker', speaker: added, baseVersion: 0, name: 'Olena' } as const
    await ana.client.transcripts.edit({ id, commands: [command(name)] })

    const { speakers } = await ana.client.transcripts.get({ id })

    expect(speakers.map(({ key }) => key)).toEqual([...voices, added])
  })

  test('keeps its speakers where the file of the other track is gone', async () => {
    const ana = await person()
    const id = await heardRecording(services, ana, told)
    const { storyId } = await ana.client.transcripts.get({ id })
    const other = await heardRecording(services, ana, told, { storyId, part: 1 })
    for (const each of [id, other]) {
      const file = uuidv7()
      await asSuperuser(
        database,
        `insert into media (user_id, id, story_id, role, kind, state, mime_type, storage_key)
         values ($1, $2, $3, 'original', 'audio', 'stored', 'audio/webm', $4)`,
        [ana.id, file, storyId, `media/${ana.id}/${file}`],
      )
      await asSuperuser(
        database,
        `update recordings set original_media_id = $1, track_group = $2, offset_ms = 0, drift_ppm = 0
         where id = $3`,
        [file, id, each],
      )
    }
    const before = await linesOf(ana, id)

    await followTracksOf(services, ana, id)

    expect(await linesOf(ana, id)).toEqual(before)
  })

  test('of a family that switches languages stays in each, and is found by the forms of its own', async () => {
    const ana = await person()
    const lines = ['We were carrying suitcases', 'Mit den Koffern in den Häusern', 'and nobody met us']
    const id = await heardRecording(services, ana, lines, { languages: ['en-US', 'de-DE', 'en-US'] })
    const { storyId } = await ana.client.transcripts.get({ id })

    const { items } = await ana.client.transcripts.heard({ id })
    expect(items.map(({ language }) => language)).toEqual(['en-US', 'de-DE', 'en-US'])
    expect(await said(ana, id)).toEqual(lines)
    for (const q of ['carry suitcase', 'Haus Koffer']) {
      const { stories } = await ana.client.search.find({ q })
      expect(
        stories.map((story) => story.id),
        q,
      ).toEqual([storyId])
    }
  })

  test('is never changed, not by an edit, not by its owner and not by the tables’ owner', async () => {
    const { ana, id, lines } = await newTranscript()
    const before = await heardBytes(id)
    const { id: lineId } = lineOf(lines, 1)

    await ana.client.transcripts.edit({
      id,
      commands: [command({ type: 'replaceWords', lineId, baseVersion: 0, from: 2, to: 3, text: 'carried' })],
    })

    await expect(
      database.asOwner(`update transcript_segments set words = '[]' where transcript_id = $1`, [id]),
    ).rejects.toThrow('never changed')
    await expect(
      database.asOwner(`update transcript_edits set change = '{}' where transcript_id = $1`, [id]),
    ).rejects.toThrow('never changed')
    expect(await heardBytes(id)).toEqual(before)
  })

  test('goes with its recording', async () => {
    const { ana, id } = await newTranscript()

    await ana.client.recordings.discard({ id })

    expect(await heardBytes(id)).toEqual([])
    await expect(ana.client.transcripts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an edit', () => {
  test('is made, is answered with the lines it touched, and sent twice is made once', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 1)
    const commands = [
      command({ type: 'replaceWords', lineId, baseVersion: 0, from: 5, to: 7, text: 'suitcase' }),
      command({ type: 'split', lineId, baseVersion: 0, at: 2, newId: uuidv7() }),
    ]

    const made = await ana.client.transcripts.edit({ id, commands })
    const again = await ana.client.transcripts.edit({ id, commands })

    expect(again).toEqual(made)
    expect(made).toMatchObject({ version: 2, removed: [] })
    expect(made.lines.map((line) => textOf(line.words))).toEqual(['my mother', 'caried a red suitcase'])
    expect(await said(ana, id)).toEqual([told[0], 'my mother', 'caried a red suitcase', told[2]])
  })

  test('that stands twice in one call is made once, and its id is no other transcript’s', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 1)
    const edit = command({ type: 'replaceWords', lineId, baseVersion: 0, from: 5, to: 7, text: 'suitcase' })
    const other = await heardRecording(services, ana, ['somewhere else'])
    const [line] = (await ana.client.transcripts.lines({ id: other })).items

    expect(await ana.client.transcripts.edit({ id, commands: [edit, edit] })).toMatchObject({ version: 1 })
    const place = { lineId: line?.id ?? '', baseVersion: 0, from: 0, to: 1 }
    const stray = { ...command({ type: 'replaceWords', ...place, text: 'nowhere' }), id: edit.id }
    await expect(ana.client.transcripts.edit({ id: other, commands: [stray] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })

    expect((await said(ana, id))[1]).toBe('my mother caried a red suitcase')
    expect(await said(ana, other)).toEqual(['somewhere else'])
  })

  test('with half a sign in it, as a cut emoji leaves behind, is kept with the sign that stands for unreadable ones', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 1)

    await ana.client.transcripts.edit({
      id,
      commands: [
        command({ type: 'replaceWords', lineId, baseVersion: 0, from: 5, to: 7, text: 'suit\ud83d case' }),
      ],
    })

    expect((await said(ana, id))[1]).toBe('my mother caried a red suit\ufffd case')
  })

  test('of two people at once: both stand, and each can read what the other did', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 1)
    const replace = (from: number, to: number, text: string) =>
      ana.client.transcripts.edit({
        id,
        commands: [command({ type: 'replaceWords', lineId, baseVersion: 0, from, to, text })],
      })

    await Promise.all([replace(0, 1, 'My dear'), replace(2, 3, 'carried'), replace(5, 7, 'suitcase')])

    expect((await said(ana, id))[1]).toBe('My dear mother carried a red suitcase')
    expect(await ana.client.transcripts.since({ id, version: 0 })).toMatchObject({
      version: 3,
      lines: [{ id: lineId, version: 3 }],
    })
  })

  test('of a word that somebody else has changed is refused with the line as it is now, and nothing of its call is made', async () => {
    const { ana, id, lines } = await newTranscript()
    const [first, second] = [lineOf(lines, 0), lineOf(lines, 1)]
    const replace = (lineId: string, from: number, text: string) =>
      command({ type: 'replaceWords', lineId, baseVersion: 0, from, to: from + 1, text })
    await ana.client.transcripts.edit({ id, commands: [replace(first.id, 3, 'Odessa')] })

    const late = replace(first.id, 3, 'Kyiv')
    const attempt = ana.client.transcripts.edit({ id, commands: [replace(second.id, 0, 'Our'), late] })

    await expect(attempt).rejects.toMatchObject({
      code: 'TRANSCRIPT_CONFLICT',
      data: { refusal: 'OVERLAP', commandId: late.id, version: 1, lines: [{ id: first.id, version: 1 }] },
    })
    expect(await said(ana, id)).toEqual(['We came to Odessa in the winter', told[1], told[2]])
  })

  test('that is refused after another of its call was made is answered with the line as everybody has it, not as it would have been', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 0)
    const replace = (from: number, text: string) =>
      command({ type: 'replaceWords', lineId, baseVersion: 0, from, to: from + 1, text })
    await ana.client.transcripts.edit({ id, commands: [replace(3, 'Odessa')] })

    const { items } = await ana.client.transcripts.lines({ id, limit: 1 })

    const attempt = ana.client.transcripts.edit({ id, commands: [replace(0, 'They'), replace(3, 'Kyiv')] })

    await expect(attempt).rejects.toMatchObject({
      code: 'TRANSCRIPT_CONFLICT',
      data: { version: 1, lines: items },
    })
  })

  test('finds its words after others have split and joined their line away', async () => {
    const { ana, id, lines } = await newTranscript()
    const [first, second] = [lineOf(lines, 0), lineOf(lines, 1)]
    const newId = uuidv7()
    const edit = (what: Parameters<typeof command>[0]) =>
      ana.client.transcripts.edit({ id, commands: [command(what)] })
    await edit({ type: 'split', lineId: first.id, baseVersion: 0, at: 4, newId })
    const joined = await edit({ type: 'join', lineId: newId, baseVersion: 1, nextId: second.id })
    expect(joined.removed).toEqual([second.id])

    await edit({ type: 'replaceWords', lineId: second.id, baseVersion: 0, from: 2, to: 3, text: 'carried' })

    expect(await said(ana, id)).toEqual([
      'We came to Odesa',
      'in the winter my mother carried a red suit case',
      told[2],
    ])
  })

  test('cannot take the id of another line for a new one', async () => {
    const { ana, id, lines } = await newTranscript()
    const [first, third] = [lineOf(lines, 0), lineOf(lines, 2)]

    await expect(
      ana.client.transcripts.edit({
        id,
        commands: [command({ type: 'split', lineId: first.id, baseVersion: 0, at: 2, newId: third.id })],
      }),
    ).rejects.toMatchObject({ code: 'TRANSCRIPT_CONFLICT' })
    expect(await said(ana, id)).toEqual(told)
  })

  test('names a speaker everywhere at once', async () => {
    const { ana, id } = await newTranscript()

    const { speakers } = await ana.client.transcripts.edit({
      id,
      commands: [command({ type: 'nameSpeaker', speaker: '1', baseVersion: 0, name: 'Elena' })],
    })

    expect(speakers).toEqual([{ key: '1', name: 'Elena', mergedInto: null, version: 1 }])
  })

  test('names the voice that was meant, though somebody gives one of its lines to another voice meanwhile', async () => {
    const { ana, id, lines } = await newTranscript()
    const [moved, left] = [lineOf(lines, 0), lineOf(lines, 1)]
    const edit = (what: Parameters<typeof command>[0]) =>
      ana.client.transcripts.edit({ id, commands: [command(what)] })
    await edit({ type: 'nameSpeaker', speaker: '2', baseVersion: 0, name: 'Olena' })

    await edit({ type: 'setSpeaker', lineId: moved.id, baseVersion: 0, speaker: '2' })
    await edit({ type: 'nameSpeaker', speaker: '1', baseVersion: 0, name: 'Elena' })

    const { items } = await ana.client.transcripts.lines({ id })
    const { speakers } = await ana.client.transcripts.get({ id })
    const nameOf = (lineId: string) => {
      const key = items.find((line) => line.id === lineId)?.speaker
      return speakers.find((speaker) => speaker.key === key)?.name
    }
    expect([nameOf(moved.id), nameOf(left.id)]).toEqual(['Olena', 'Elena'])
  })
})

describe('find and replace, and undo', () => {
  test('replace everywhere, tell how often, and are taken back as one', async () => {
    const { ana, id } = await newTranscript()
    const editId = uuidv7()

    const done = await ana.client.transcripts.replaceAll({ id, editId, find: 'odesa', replacement: 'Odessa' })
    expect(done).toEqual({ version: 2, replaced: 2 })
    expect((await said(ana, id))[2]).toBe('nobody in Odessa was there to meet us')

    const undo = { id, editId: uuidv7(), groupId: editId }
    const undone = await ana.client.transcripts.undo(undo)
    expect(await ana.client.transcripts.undo(undo)).toEqual(undone)
    expect(await said(ana, id)).toEqual(told)
    expect(await ana.client.transcripts.get({ id })).toMatchObject({ version: 4 })
  })

  test('leave alone what reads so already', async () => {
    const { ana, id, lines } = await newTranscript(['we came to Odesa', 'nobody in odesa met us'])
    const { id: lineId } = lineOf(lines, 0)
    const reading = command({ type: 'setReading', lineId, baseVersion: 0, text: 'We came to Odesa.' })
    await ana.client.transcripts.edit({ id, commands: [reading] })

    const replaceAll = { id, editId: uuidv7(), find: 'odesa', replacement: 'Odesa' }
    expect(await ana.client.transcripts.replaceAll(replaceAll)).toEqual({ version: 2, replaced: 1 })
    expect(await linesOf(ana, id)).toMatchObject([{ readingIsOld: false, version: 1 }, { version: 2 }])
  })

  test('replace a word that stands beside one of a script without spaces', async () => {
    const { ana, id } = await newTranscript(['PCR検査を受けた'])

    const replaceAll = { id, editId: uuidv7(), find: 'PCR検査', replacement: '抗原検査' }
    expect(await ana.client.transcripts.replaceAll(replaceAll)).toMatchObject({ replaced: 1 })

    expect(await said(ana, id)).toEqual(['抗原検査を受けた'])
  })

  test.each([
    ['παππούς', ['ο παππούς', 'ο παππούσ', 'Ο ΠΑΠΠΟΎΣ']],
    ['Haus_%', ['das Haus_%', 'das hauſ_%', 'das HAUS_%']],
    ['kiß', ['kiß', '\u212Aiß', 'KIẞ']],
  ])('replace “%s” in every line in which the screen finds it', async (find, lines) => {
    const { ana, id } = await newTranscript([...lines, 'nobody'])

    const replaceAll = { id, editId: uuidv7(), find, replacement: 'here' }
    expect(await ana.client.transcripts.replaceAll(replaceAll)).toMatchObject({ replaced: lines.length })

    expect(await said(ana, id)).toEqual([...lines.map((line) => line.replace(/\S+$/, 'here')), 'nobody'])
  })

  test('what two people take back at once is taken back once', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 0)
    const left = command({ type: 'replaceWords', lineId, baseVersion: 0, from: 2, to: 4, text: '' })
    await ana.client.transcripts.edit({ id, commands: [left] })
    const undo = () => ana.client.transcripts.undo({ id, editId: uuidv7(), groupId: left.id })

    await undo()
    await expect(undo()).rejects.toMatchObject({ data: { refusal: 'OVERLAP' } })

    expect(await said(ana, id)).toEqual(told)
  })

  test('what was taken back and made again counts as made, and can be taken back again', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 0)
    const left = command({ type: 'replaceWords', lineId, baseVersion: 0, from: 2, to: 4, text: '' })
    await ana.client.transcripts.edit({ id, commands: [left] })
    const takeBack = async (groupId: string) => {
      const editId = uuidv7()
      await ana.client.transcripts.undo({ id, editId, groupId })
      return editId
    }
    await takeBack(await takeBack(left.id))

    const { items } = await ana.client.transcripts.history({ id })
    expect(items.map((edit) => edit.undone)).toEqual([false, true, false])
    await takeBack(left.id)
    expect(await said(ana, id)).toEqual(told)
  })

  test('the history says who did what and when, and what was taken back', async () => {
    const { ana, id, lines } = await newTranscript()
    const { id: lineId } = lineOf(lines, 0)
    const correct = command({ type: 'replaceWords', lineId, baseVersion: 0, from: 3, to: 4, text: 'Odessa' })
    await ana.client.transcripts.edit({ id, commands: [correct] })
    await ana.client.transcripts.undo({ id, editId: uuidv7(), groupId: correct.id })

    const first = await ana.client.transcripts.history({ id, limit: 1 })
    const rest = await ana.client.transcripts.history({ id, cursor: first.nextCursor ?? '' })

    expect(first.items).toMatchObject([
      { version: 2, undoes: 1, before: 'Odessa', after: 'Odesa', undone: false },
    ])
    expect(rest.items).toMatchObject([
      { version: 1, groupId: correct.id, authorId: ana.id, authorName: 'Ana Petrova', undone: true },
    ])
    expect(Date.parse(rest.items[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })
})

test('a story says how far its transcripts are, and is found by a word in its own language', async () => {
  const { ana, id } = await newTranscript(['We were carrying suitcases through Odésa'])
  const { storyId } = await ana.client.transcripts.get({ id })
  await asSuperuser(database, `update transcripts set state = 'processing' where id = $1`, [id])
  expect(await ana.client.stories.get({ id: storyId })).toMatchObject({ transcriptionStatus: 'processing' })
  await asSuperuser(database, `update transcripts set state = 'completed' where id = $1`, [id])
  expect(await ana.client.stories.get({ id: storyId })).toMatchObject({ transcriptionStatus: 'completed' })

  const { stories } = await ana.client.search.find({ q: 'carried suitcase odesa' })
  expect(stories.map((story) => story.id)).toEqual([storyId])
})

test('a story tells of no transcript that went with its recording', async () => {
  const { ana, id } = await newTranscript()
  const { storyId } = await ana.client.transcripts.get({ id })
  const other = await heardRecording(services, ana, ['Nobody could hear this'], { storyId, part: 1 })
  for (const [one, state] of [
    [id, 'completed'],
    [other, 'failed'],
  ]) {
    await asSuperuser(database, 'update transcripts set state = $2 where id = $1', [one, state])
  }
  const status = async () => (await ana.client.stories.get({ id: storyId })).transcriptionStatus
  expect(await status()).toBe('failed')

  await ana.client.recordings.discard({ id: other })
  expect(await status()).toBe('completed')
})

test('a story whose last two transcripts end in the same moment is not said to be written down still', async () => {
  const { ana, id } = await newTranscript()
  const { storyId } = await ana.client.transcripts.get({ id })
  const second = await heardRecording(services, ana, told, { storyId, part: 1 })
  const become = `update transcripts set state = $2 where id = $1`
  for (const one of [id, second]) await asSuperuser(database, become, [one, 'processing'])
  const [one, other] = [await otherTransaction(database), await otherTransaction(database)]
  await one.query(become, [id, 'failed'])

  const completed = other.query(become, [second, 'completed'])
  await somebodyWaits(database)
  await one.query('commit')
  await completed
  await other.query('commit')

  expect(await ana.client.stories.get({ id: storyId })).toMatchObject({ transcriptionStatus: 'failed' })
})

/** Says that recordings are tracks of one talk, placed against the first of them. */
const becomeTracks = (first: string, ...others: string[]) =>
  asSuperuser(
    database,
    'update recordings set track_group = $1, offset_ms = 0, drift_ppm = 0 where id = any ($2)',
    [first, [first, ...others]],
  )

test('a story tells how far the transcript is that it shows, not that of another device’s track of the same talk', async () => {
  const { ana, id } = await newTranscript()
  const { storyId } = await ana.client.transcripts.get({ id })
  const other = await heardRecording(services, ana, told, { storyId, part: 1 })
  const becomes = (one: string, state: string) =>
    asSuperuser(database, 'update transcripts set state = $2 where id = $1', [one, state])
  const status = async () => (await ana.client.stories.get({ id: storyId })).transcriptionStatus
  await becomes(id, 'completed')
  await becomes(other, 'failed')
  expect(await status()).toBe('failed')

  await becomeTracks(id, other)
  expect(await status()).toBe('completed')

  await becomes(other, 'processing')
  expect(await status()).toBe('completed')
  await becomes(id, 'failed')
  expect(await status()).toBe('failed')
})

test('a transcript knows how many lines it has, whatever was split, joined and taken back', async () => {
  const { ana, id, lines } = await newTranscript()
  const count = async () => (await ana.client.transcripts.get({ id })).lineCount
  const { id: lineId } = lineOf(lines, 1)
  const split = command({ type: 'split', lineId, baseVersion: 0, at: 2, newId: uuidv7() })
  await ana.client.transcripts.edit({ id, commands: [split] })
  const afterSplit = await count()
  const nextId = lineOf(lines, 1).id
  const join = command({ type: 'join', lineId: lineOf(lines, 0).id, baseVersion: 0, nextId })
  await ana.client.transcripts.edit({ id, commands: [join] })
  const afterJoin = await count()
  await ana.client.transcripts.undo({ id, editId: uuidv7(), groupId: join.id })
  await ana.client.transcripts.undo({ id, editId: uuidv7(), groupId: split.id })

  expect([lines.length, afterSplit, afterJoin, await count()]).toEqual([3, 4, 3, 3])
})

test('a transcript leaves as a file, under the name of its story', async () => {
  const { ana, id } = await newTranscript()

  const vtt = await ana.client.transcripts.export({ id, format: 'vtt' })
  const txt = await ana.client.transcripts.export({ id, format: 'txt', text: 'reading' })

  expect(vtt).toMatchObject({ fileName: 'The winter of 1956.vtt', mimeType: 'text/vtt; charset=utf-8' })
  const { storyId } = await ana.client.transcripts.get({ id })
  const another = await heardRecording(services, ana, ['And then?'], { storyId, part: 1 })
  expect((await ana.client.transcripts.export({ id: another, format: 'srt' })).fileName).toBe(
    'The winter of 1956, part 2.srt',
  )
  expect(vtt.content).toMatch(/^WEBVTT\n\n00:00:00.000 --> 00:00:02.700\n<v Speaker 1>We came to Odesa/)
  expect(txt.content).toContain('Speaker 1 (0:01:00)\nMy mother caried')
})

test('the file of a transcript is named after the part that the page shows: tracks of one talk are one part', async () => {
  const { ana, id: first } = await newTranscript()
  const { storyId } = await ana.client.transcripts.get({ id: first })
  const recorded = (part: number) => heardRecording(services, ana, told, { storyId, part })
  const nameOf = async (id: string) =>
    (await ana.client.transcripts.export({ id, format: 'txt' })).fileName.replace('The winter of 1956', '')
  const firstOnPhone = await recorded(1)
  await becomeTracks(first, firstOnPhone)
  expect(await nameOf(first)).toBe('.txt')

  const [second, secondOnPhone] = [await recorded(2), await recorded(3)]
  await becomeTracks(second, secondOnPhone)

  expect([await nameOf(first), await nameOf(second)]).toEqual([', part 1.txt', ', part 2.txt'])
  expect([await nameOf(firstOnPhone), await nameOf(secondOnPhone)]).toEqual([', part 1.txt', ', part 2.txt'])
})

test('a recording that is not to be transcribed by itself is not queued, and one that is, is', async () => {
  const ana = await person()
  const queued = async (transcribe: boolean) => {
    const { id } = await startRecording(ana, { transcribe })
    await asWorker(services.db, ana.id, (tx) => requestTranscript(tx, ana.id, id))
    const { rowCount } = await asSuperuser(
      database,
      `select 1 from graphile_worker.jobs where key like '%' || $1`,
      [`transcribe ${id}`],
    )
    return rowCount
  }

  expect([await queued(true), await queued(false)]).toEqual([1, 0])
})

test('where a recording goes on that was heard with a key of one’s own, its transcript stops there and is theirs to go on with', async () => {
  const { ana, id } = await newTranscript()
  const before = await ana.client.transcripts.get({ id })
  await asSuperuser(
    database,
    `update transcripts set state = 'completed', pieces_total = 1, own_key_at = now(), created_at = now() - interval '1 day'
     where id = $1`,
    [id],
  )
  await asSuperuser(database, 'update recordings set ended_at = now() where id = $1', [id])

  await asWorker(services.db, ana.id, (tx) => requestTranscript(tx, ana.id, id))

  const { lineCount } = before
  expect(lineCount).toBeGreaterThan(0)
  expect(await ana.client.transcripts.get({ id })).toMatchObject({
    ...{ state: 'failed', failure: null, withOwnKey: true, piecesTotal: null, lineCount },
  })
})

test('a recording that is heard before its copies are made is heard, and asked about no more', async () => {
  const { ana, id } = await newTranscript()
  await asSuperuser(database, `update recordings set ended_at = now() - interval '1 minute' where id = $1`, [
    id,
  ])
  await asSuperuser(database, `update transcripts set state = 'completed', pieces_total = 1 where id = $1`, [
    id,
  ])

  await asWorker(services.db, ana.id, (tx) => requestTranscript(tx, ana.id, id))

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'completed', piecesTotal: 1 })
})

test('without an engine a recording waits, says that nobody will listen, and refuses a retry', async () => {
  const { ana, id } = await newTranscript([])

  expect(await ana.client.transcripts.get({ id })).toMatchObject({ state: 'pending', engine: null })
  await expect(ana.client.transcripts.retry({ id })).rejects.toMatchObject({ code: 'SPEECH_NOT_SET_UP' })
})
