import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { openStorage } from '../storage/open-storage.ts'
import { backedUp, keepFile, newFolder, queryIn, restoredInto } from '../testing/backups.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { putAll, putChunk, startRecording } from '../testing/recorder.ts'
import { startS3Store } from '../testing/s3-store.ts'

const store = await startS3Store()
afterAll(() => store.stop())
const kinora = await createTestKinora({ ...store.keys, STORAGE_URL: store.url('here') })
const elsewhere = await createTestDatabase()
const { services, person } = kinora

test('media move from a store of objects to another, and a recording under way can go on there', async () => {
  const [ana, folder, picture, told] = [
    await person('Ana'),
    newFolder(),
    randomBytes(60_000),
    randomBytes(120_000),
  ]
  const key = await keepFile(kinora, ana, picture)
  const running = await startRecording(ana)
  await putAll(ana, running.id, told)
  const taken = await backedUp(kinora, folder, {
    onRowsRead: async () => {
      await putChunk(ana, running.id, 3, randomBytes(40_000))
    },
  })
  expect(taken.manifest.media).toMatchObject({ objects: 2, missing: 0, damaged: 0, bytes: 180_000 })

  const there = await openStorage({ ...services.env, storageUrl: store.url('there') }, createLog('silent'))
  await restoredInto(folder, elsewhere.connection, there)
  expect((await buffer(await there.read(key))).equals(picture)).toBe(true)
  const [growing] = await queryIn<{ key: string; bytes: string }>(
    elsewhere.connection,
    'select m.storage_key as key, r.received_bytes as bytes from recordings r join media m on m.id = r.original_media_id',
  )
  const more = randomBytes(1_000)
  await there.writeAt(growing?.key ?? '', Number(growing?.bytes), more)
  expect((await buffer(await there.read(growing?.key ?? ''))).equals(Buffer.concat([told, more]))).toBe(true)
})
