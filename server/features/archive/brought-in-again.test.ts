import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { gedcomPath } from '#contract/paths.ts'
import { passingFolder } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { command, heardRecording } from '../../testing/transcripts.ts'
import { keepFile } from '../uploads/uploads.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

const kinora = await createTestKinora()
const { person, services, database } = kinora
const folder = passingFolder()
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Brings an archive into the account that it was made of. */
async function broughtBack(ana: Person, zip: Buffer): Promise<Record<string, number>> {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  return withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services, userId: ana.id, archive, ...watch }),
  )
}

test('an earlier archive adds nothing to a transcript that was corrected since', async () => {
  const ana = await person('Ana')
  const id = await heardRecording(services, ana, ['We danced.', 'Until morning.', 'And slept.'])
  const { rows } = await database.asOwner(
    `update media set state = 'stored', size_bytes = 5, sha256 = null where recording_id = $1
     returning storage_key as key`,
    [id],
  )
  await services.storage.put(rows[0].key, Buffer.from('bytes'))
  await database.asOwner(`update recordings set state = 'ready' where id = $1`, [id])
  const { zip } = await familyArchive(kinora, ana.id)
  const lines = async () =>
    (await ana.client.transcripts.lines({ id })).items.map(({ words }) =>
      words.map(({ text }) => text).join(' '),
    )
  const [first, second] = (await ana.client.transcripts.lines({ id })).items
  const join = { type: 'join', lineId: first?.id ?? '', nextId: second?.id ?? '', baseVersion: 0 } as const
  await ana.client.transcripts.edit({ id, commands: [command(join)] })
  const corrected = await lines()
  expect(corrected).toEqual(['We danced. Until morning.', 'And slept.'])

  await broughtBack(ana, zip)

  expect(await lines()).toEqual(corrected)
})

test('nor to a book that was made anew, nor to a playlist that was arranged', async () => {
  const ana = await person('Ana')
  const [one, two, book] = [uuidv7(), uuidv7(), uuidv7()]
  for (const id of [one, two]) {
    await ana.client.stories.create({ id, title: 'One', method: 'journal' })
    await ana.client.stories.putNote({ storyId: id, id: uuidv7(), text: 'Text', timestamp: '00:00' })
  }
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [one, two] })
  const questions = [uuidv7(), uuidv7()]
  for (const id of questions) await ana.client.prompts.create({ id, text: `What of ${id}?` })
  const list = { id: uuidv7(), name: 'Ours', promptIds: questions }
  const { version } = await ana.client.prompts.createPlaylist(list)
  const { zip } = await familyArchive(kinora, ana.id)
  await ana.client.storybooks.update({ id: book, baseVersion: 0, storyIds: [two] })
  await ana.client.storybooks.layOut({ id: book, baseVersion: 1 })
  await database.asOwner('delete from playlist_prompts where prompt_id = $1', [questions[0]])
  const seen = async () => ({
    pages: (await ana.client.storybooks.pages({ id: book })).items,
    book: (await ana.client.storybooks.get({ id: book })).stories,
    list: (await ana.client.prompts.playlist({ id: list.id })).prompts.length,
  })
  const before = await seen()
  expect([before.pages.length, before.book.length, before.list, version]).toEqual([5, 1, 1, 0])

  await broughtBack(ana, zip)

  expect(await seen()).toEqual(before)
})

test('a book and a transcript that are gone come back whole', async () => {
  const ana = await person('Ana')
  const [one, book] = [uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: one, title: 'One', method: 'journal' })
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [one] })
  const pages = await ana.client.storybooks.pages({ id: book })
  const { zip } = await familyArchive(kinora, ana.id)
  await ana.client.storybooks.delete({ id: book })
  await ana.client.trash.deleteForGood({ type: 'storybook', id: book })

  expect(await broughtBack(ana, zip)).toMatchObject({ storybooks: 1, storybook_stories: 1 })

  expect(await ana.client.storybooks.pages({ id: book })).toEqual(pages)
})

test('a file that waits to be looked at is looked at once', async () => {
  const ana = await person('Ana')
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'upload' })
  const file = { id: uuidv7(), storyId: id, fileName: 'mill.png', size: onePixel.length }
  await keepFile(services, ana.claims, { ...file, source: Readable.from([onePixel]) })
  const { zip } = await familyArchive(kinora, ana.id)

  await broughtBack(ana, zip)

  const { rows } = await asSuperuser(
    database,
    `select key from graphile_worker.jobs where task_identifier = 'process_upload' and key like '%' || $1`,
    [file.id],
  )
  expect(rows).toHaveLength(1)
})

test('nor a line that by now would make somebody their own ancestor', async () => {
  const ana = await person('Ana')
  const [vera, boris, olga] = [uuidv7(), uuidv7(), uuidv7()]
  for (const [id, firstName] of [
    [vera, 'Vera'],
    [boris, 'Boris'],
    [olga, 'Olga'],
  ] as const)
    await ana.client.familyMembers.create({ id, firstName, lastName: 'Petrova', relationship: 'Other' })
  const draw = async (fromId: string, toId: string) => {
    const id = uuidv7()
    await ana.client.family.connect({ id, fromId, toId, type: 'parent', kind: 'birth' })
    return id
  }
  const former = await draw(vera, boris)
  await draw(boris, olga)
  const { zip } = await familyArchive(kinora, ana.id)
  await ana.client.family.disconnect({ id: former })
  await draw(olga, vera)

  await broughtBack(ana, zip)

  const { connections } = await ana.client.family.tree()
  expect(connections.map(({ fromId, toId }) => [fromId, toId]).toSorted()).toEqual(
    [
      [boris, olga],
      [olga, vera],
    ].toSorted(),
  )
})

test('people of a file that was imported again since are the same people', async () => {
  const ana = await person('Ana')
  const gedcom = ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '1 CHAR UTF-8', '0 @I1@ INDI', '1 NAME Vera /Petrova/']
  const family = [
    ...gedcom,
    '0 @I2@ INDI',
    '1 NAME Boris /Petrov/',
    '0 @F1@ FAM',
    '1 WIFE @I1@',
    '1 CHIL @I2@',
    '0 TRLR',
  ]
  const importIt = () => ana.request(`${gedcomPath}?apply=true`, { method: 'POST', body: family.join('\n') })
  await importIt()
  const { zip } = await familyArchive(kinora, ana.id)
  for (const { id, isSelf } of (await ana.client.family.tree()).people)
    if (!isSelf) await ana.client.familyMembers.delete({ id })
  await importIt()
  const before = await ana.client.family.tree()

  await broughtBack(ana, zip)

  const after = await ana.client.family.tree()
  expect(after.people).toEqual(before.people)
  expect(after.connections).toEqual(before.connections)
})
