import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { emptyBin } from '../media/media.ts'
import { runExport } from './make-archive.ts'

const { person, services } = await createTestKinora()

/** An archive that was asked for. */
async function askedFor() {
  const ana = await person('Ana')
  const { id } = await ana.client.archive.startExport({ id: uuidv7() })
  return {
    ana,
    id,
    key: `media/${ana.id}/archive-${id}`,
    pack: () => runExport(services, { userId: ana.id, id }, firstTry()),
  }
}

test('an archive that was deleted while it was packed is not kept, where the worker that packed it died before it knew', async () => {
  const { ana, id, key, pack } = await askedFor()
  await ana.client.archive.deleteExport({ id })
  await emptyBin(services)
  await services.storage.put(key, Buffer.from('all that a family has'))

  await pack()

  expect(await services.storage.stat(key)).toBeNull()
})

test('an archive that is there stays, however often its job comes', async () => {
  const { key, pack } = await askedFor()
  await pack()
  await pack()

  expect(await services.storage.stat(key)).not.toBeNull()
})
