import { readdir, readFile, readlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, recordWhole, startRecording } from '../../testing/recorder.ts'
import { verifyRecording } from './verify.ts'

const { person, services, database } = await createTestKinora()
/** Nineteen hours, and more chunks than a statement of PostgreSQL takes parameters. */
const SECONDS = 68_400

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

  await verifyRecording(services, ana.id, id, new AbortController().signal)

  const { rows } = await database.asOwner(
    `select r.state, (select count(*)::int from recording_chunks c where c.recording_id = r.id and c.damaged) as damaged
     from recordings r where r.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ state: 'damaged', damaged: SECONDS }])
})

test.runIf(process.platform === 'linux')('a recording that was read again is not held open', async () => {
  const ana = await person('Ana')
  const { id } = await recordWhole(ana, Buffer.alloc(120_000, 'told'))
  const { rows } = await database.asOwner('select storage_key as key from media where recording_id = $1', [
    id,
  ])
  const path = services.storage.localPath(rows[0].key) ?? ''

  await verifyRecording(services, ana.id, id, new AbortController().signal)

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
