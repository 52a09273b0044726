import { readdir, readFile, readlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import {
  asSuperuser,
  completionOf,
  putAll,
  putChunk,
  recordWhole,
  silentFor,
  startRecording,
} from '../../testing/recorder.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'
import { readAtOnce, readDue } from '../fixity/fixity.ts'
import { sweep } from './finalise.ts'
import { verifyRecording } from './verify.ts'

const { person, services, database } = await createTestKinora()
/** Nineteen hours, and more chunks than a statement of PostgreSQL takes parameters. */
const SECONDS = 68_400
const told = Buffer.alloc(120_000, 'told')

const verify = (userId: string, id: string) =>
  verifyRecording(services, userId, id, new AbortController().signal)

test('a recording of a day whose bytes are all gone is asked for again, second by second', async () => {
  const ana = await person('Ana')
  const { id } = await startRecording(ana)
  await asSuperuser(
    database,
    `insert into recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
     select $1, $2, n, n, 1, repeat('a', 64) from generate_series(0, $3 - 1) n`,
    [ana.id, id, SECONDS],
  )
  await asSuperuser(
    database,
    `update recordings set state = 'verifying', received_bytes = $2 where id = $1`,
    [id, SECONDS],
  )

  await verify(ana.id, id)

  const { rows } = await database.asOwner(
    `select r.state, (select count(*)::int from recording_chunks c where c.recording_id = r.id and c.damaged) as damaged
     from recordings r where r.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ state: 'damaged', damaged: SECONDS }])
})

/** Reads again what is due some hours after the recording came, as the check of all stored bytes does. */
async function readHoursLater(recordingId: string) {
  await database.asOwner(
    `update media set created_at = now() - interval '100 days', verified_at = verified_at - interval '100 days'
     where recording_id = $1`,
    [recordingId],
  )
  const run = { days: 60, forMs: 60_000, awayAfter: 20, signal: new AbortController().signal }
  return readDue(services, { ...run, log: createLog('silent') })
}

async function keyOf(recordingId: string): Promise<string> {
  const { rows } = await database.asOwner('select storage_key as key from media where recording_id = $1', [
    recordingId,
  ])
  return rows[0].key
}

test('a recording that its device is asked for again is not told to be damaged for ever', async () => {
  const ana = await person('Ana')
  const { id } = await recordWhole(ana, told)
  await services.storage.delete(await keyOf(id))
  expect(await readHoursLater(id)).toMatchObject({ missing: 0, hashed: 0 })
  await verify(ana.id, id)
  expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'damaged' })

  expect(await readHoursLater(id)).toMatchObject({ missing: 0, hashed: 0, gone: 0 })
  const { rows } = await database.asOwner('select id from media where recording_id = $1', [id])
  const signal = new AbortController().signal
  await readAtOnce(services, ana.id, [rows[0].id], { signal, log: createLog('silent') })

  expect(await ana.client.fixity.damaged()).toEqual([])
  await expect(waitingMail(database, services.secrets, ana.email)).rejects.toThrow()
  await putAll(ana, id, told)
  await ana.client.recordings.complete(completionOf(id, told))
  await verify(ana.id, id)
  expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'safe' })
  expect(await readHoursLater(id)).toMatchObject({ intact: 1 })
})

test('what was found damaged is whole again as soon as its device has sent it once more', async () => {
  const ana = await person('Ana')
  const { id } = await startRecording(ana)
  await putAll(ana, id, told)
  await silentFor(database, 30, id)
  await sweep(services)
  await verify(ana.id, id)
  await services.storage.writeAt(await keyOf(id), 60_000, Buffer.from('T'))
  expect(await readHoursLater(id)).toMatchObject({ changed: 1 })
  expect(await ana.client.fixity.damaged()).toHaveLength(1)

  await ana.client.recordings.complete(completionOf(id, told))
  await verify(ana.id, id)
  expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'damaged', damaged: [1] })
  await putChunk(ana, id, 1, told.subarray(50_000, 100_000))
  await ana.client.recordings.complete(completionOf(id, told))
  await verify(ana.id, id)

  expect(await ana.client.fixity.damaged()).toEqual([])
  const { rows } = await database.asOwner(
    `select outcome from fixity_history h join media m on m.id = h.media_id where m.recording_id = $1 order by began_at`,
    [id],
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'intact'])
})

test.runIf(process.platform === 'linux')('a recording that was read again is not held open', async () => {
  const ana = await person('Ana')
  const { id } = await recordWhole(ana, told)
  const path = services.storage.localPath(await keyOf(id)) ?? ''

  await verify(ana.id, id)

  await expect.poll(async () => readersOf(path)).toBe(0)
})

/** How often this process has a file open for reading alone. */
async function readersOf(path: string): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map(async (fd) => {
    const isIt = (await readlink(`/proc/self/fd/${fd}`).catch(() => '')) === path
    if (!isIt) return false
    const info = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8').catch(() => '')
    return /^flags:\s*0[0-7]*0$/m.test(info)
  })
  return (await Promise.all(links)).filter(Boolean).length
}
