import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'
import { emptyBin } from '../media/media.ts'
import { runExport } from './make-archive.ts'

const { person, services, database } = await createTestKinora()

/** An archive that was requested and not made yet. */
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

test('an archive that is stopped while its last bytes are written is not kept, and nobody is told that it is there', async () => {
  const { ana, id, key, pack } = await askedFor()
  const put = services.storage.put.bind(services.storage)
  const stoppedAtLast = vi.spyOn(services.storage, 'put').mockImplementation(async (...given) => {
    const size = await put(...given)
    await ana.client.archive.deleteExport({ id })
    await emptyBin(services)
    return size
  })
  onTestFinished(() => stoppedAtLast.mockRestore())

  await pack()

  expect(await services.storage.stat(key)).toBeNull()
  await expect(waitingMail(database, services.secrets, ana.email)).rejects.toThrow('no mail waits')
})

test('an archive that is there stays, however often its job comes', async () => {
  const { key, pack } = await askedFor()
  await pack()
  await pack()

  expect(await services.storage.stat(key)).not.toBeNull()
})
