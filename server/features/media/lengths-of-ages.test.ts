import { readFile } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addedFile } from '../../testing/added-files.ts'
import { codeOf } from '../../testing/code-of.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const kinora = await createTestKinora()
const { person, database, services } = kinora
const migration = new URL('../../db/migrations/0112_no_lengths_of_ages.sql', import.meta.url)

test('a story of which an older version kept a length of ages opens again, and its family gets its archive', async () => {
  const ana = await person()
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The village', method: 'upload' })
  const told = await heardRecording(services, ana, ['We baked bread.'], { storyId: id })
  const [claims, lasts] = [await addedFile(kinora, ana, id), await addedFile(kinora, ana, id)]
  const keepLength = (table: string, file: string, ms: number) =>
    asSuperuser(database, `update ${table} set duration_ms = $2 where id = $1`, [file, ms])
  await keepLength('media', claims, 9.1e15)
  await keepLength('media', lasts, 4_000)
  await keepLength('recordings', told, 9.1e15)
  expect(await codeOf(ana.client.stories.get({ id }))).not.toBe('done')
  await expect(familyArchive(kinora, ana.id)).rejects.toThrow()

  await asSuperuser(database, await readFile(migration, 'utf8'))

  const { files, recordings } = await ana.client.stories.get({ id })
  const length = (file: string) => [...files, ...recordings].find((one) => one.id === file)?.durationMs
  expect([length(claims), length(lasts), length(told)]).toEqual([null, 4_000, null])
  await familyArchive(kinora, ana.id)
})
