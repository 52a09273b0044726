import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, startRecording } from '../../testing/recorder.ts'
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
