import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readingOf } from '#contract/transcript-reading.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { command, heardRecording } from '../../testing/transcripts.ts'

const { person, services } = await createTestKinora()

/** A transcript in two languages, and how to read its lines and its export. */
async function twoLanguages() {
  const ana = await person()
  const { transcripts } = ana.client
  const id = await heardRecording(services, ana, ['um we left', 'um acht Uhr fuhr er', 'um that is all'], {
    languages: ['en-US', 'de-DE', 'en-GB'],
  })
  const lines = async () => (await transcripts.lines({ id })).items
  const readings = async () => (await lines()).map((line) => readingOf(line, line.language))
  const edit = (...commands: Parameters<typeof transcripts.edit>[0]['commands']) =>
    transcripts.edit({ id, commands })
  return { transcripts, id, lines, readings, edit }
}

test('each line says its language, and reads by it wherever it is read', async () => {
  const { transcripts, id, readings } = await twoLanguages()
  const expected = ['We left', 'Um acht Uhr fuhr er', 'That is all']

  expect(await readings()).toEqual(expected)
  const file = await transcripts.export({ id, format: 'txt', text: 'reading' })
  for (const reading of expected) expect(file.content).toContain(reading)
})

test('the files for programs and archives say the language of each line', async () => {
  const { transcripts, id } = await twoLanguages()

  const json = JSON.parse((await transcripts.export({ id, format: 'json' })).content)
  expect(json.language).toBe('en-US')
  expect(json.talks.map(({ language }: { language: string }) => language)).toEqual([
    'en-US',
    'de-DE',
    'en-GB',
  ])
  const tei = (await transcripts.export({ id, format: 'tei' })).content
  expect(tei.match(/ xml:lang="[^"]+"/g)).toEqual(
    ['en-US', 'de-DE', 'en-GB'].map((tag) => ` xml:lang="${tag}"`),
  )
})

test('a line that is split has its language twice, and lines that are taken apart again have theirs', async () => {
  const { transcripts, id, lines, edit } = await twoLanguages()
  const before = await lines()
  const [first, second] = before
  if (!first || !second) throw new Error('nothing was heard')
  const newId = uuidv7()
  const { lines: halves } = await edit(
    command({ type: 'split', lineId: second.id, baseVersion: 0, at: 2, newId }),
  )
  expect(halves.map(({ language }) => language)).toEqual(['de-DE', 'de-DE'])

  const joining = command({ type: 'join', lineId: first.id, nextId: second.id, baseVersion: 1 })
  const { lines: whole } = await edit(joining)
  expect(whole.map(({ language }) => language)).toEqual(['en-US'])

  await transcripts.undo({ id, editId: uuidv7(), groupId: joining.id })
  expect((await lines()).map(({ language }) => language)).toEqual(['en-US', 'de-DE', 'de-DE', 'en-GB'])
})

test('what was written for the second half of a line stays when the split is taken back', async () => {
  const { transcripts, id, lines, edit } = await twoLanguages()
  const [, line] = await lines()
  if (!line) throw new Error('nothing was heard')
  const about = { lineId: line.id, baseVersion: 0 }
  await edit(command({ type: 'setReading', ...about, text: 'Um acht Uhr fuhr er.' }))
  const newId = uuidv7()
  const splitting = command({ type: 'split', ...about, baseVersion: 1, at: 3, newId })
  await edit(splitting)
  await edit(command({ type: 'setReading', lineId: newId, baseVersion: 2, text: 'fuhr er nach Kiel.' }))

  await transcripts.undo({ id, editId: uuidv7(), groupId: splitting.id })

  expect((await lines())[1]?.reading).toBe('Um acht Uhr fuhr er nach Kiel.')
})
