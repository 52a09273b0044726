import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { deriveCopies } from './derive.ts'
import { emptyBin } from './media.jobs.ts'

const { services, person, database } = await createTestKinora()

/** A stored file as an upload leaves it, and the key that its poster will have. */
async function stored(owner: Person, bytes: Buffer, kind: 'image' | 'video', mimeType: string) {
  const id = uuidv7()
  const key = `media/${owner.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'original', $3, 'stored', $4, $5, $6)`,
    [owner.id, id, kind, mimeType, bytes.length, key],
  )
  const { signal } = new AbortController()
  const work = { services, tool: new FfmpegTool(), userId: owner.id, mediaId: id, signal, log: services.log }
  return { id, poster: `${key}.${bytes.length}.poster`, derive: () => deriveCopies(work) }
}

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: 'sienna' } })
    .png()
    .toBuffer()

const isNamed = async (key: string) =>
  (await database.asOwner('select from media where storage_key = $1', [key])).rowCount === 1

test('a copy that was written and not named any more leaves nothing behind once its original goes', async () => {
  const ana = await person()
  const { id, poster, derive } = await stored(ana, await photo(), 'image', 'image/png')
  const other = await otherTransaction(database)
  await other.query(
    `insert into media (user_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'poster', 'image', 'stored', 'image/jpeg', 1, 'elsewhere')`,
    [ana.id, id],
  )

  const deriving = derive()
  deriving.catch(() => undefined)
  await somebodyWaits(database)
  // As if the process had been killed: its transaction is not committed.
  await asSuperuser(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await expect(deriving).rejects.toThrow()
  await other.query('rollback')
  expect(await services.storage.stat(poster)).not.toBeNull()
  await database.asOwner('delete from media where id = $1', [id])
  await emptyBin(services)

  expect(await services.storage.stat(poster)).toBeNull()
})

test('done again after that, it is the same copy, and stays', async () => {
  const ana = await person()
  const { poster, derive } = await stored(ana, await photo(), 'image', 'image/png')
  await services.storage.put(poster, Buffer.from('written before the end'))
  await database.asOwner('insert into app.storage_deletions (storage_key) values ($1)', [poster])

  await derive()
  await emptyBin(services)

  expect(await isNamed(poster)).toBe(true)
  expect((await services.storage.stat(poster))?.size).toBeGreaterThan(100)
})

test.skipIf(!hasFfmpeg)('a copy whose bytes went with the bin before it was named is made anew', async () => {
  const ana = await person()
  const film = await readFile(await testMedia.webmVp8(2))
  const { id, poster, derive } = await stored(ana, film, 'video', 'video/webm')
  const other = await otherTransaction(database)
  await other.query('select from media where id = $1 for update', [id])

  const deriving = derive()
  await somebodyWaits(database)
  await emptyBin(services)
  expect(await services.storage.stat(poster)).toBeNull()
  await other.query('commit')
  await deriving

  expect(await isNamed(poster)).toBe(true)
  expect(await services.storage.stat(poster)).not.toBeNull()
})
