import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { type Damaged, damagedOf, newlyDamaged, noteDamage } from './damage.ts'

const { person, services, database } = await createTestKinora()
/**
 * With three parameters each these would exceed what a statement of PostgreSQL takes; so many files are noted when a
 * whole store was lost.
 */
const KEPT = 22_000
const NEW = 50_000

test('however many files are damaged or gone, they are noted where their archive is brought in', async () => {
  const ana = await person('Ana')
  const { rows } = await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
     select $1::uuid, id, 'original', 'image', 'stored', 'image/png', 0, 'media/' || $1::uuid || '/' || id
     from (select app.uuidv7() as id from generate_series(1, $2)) made returning id`,
    [ana.id, KEPT],
  )
  const there: Damaged = new Map(rows.map(({ id }) => [id, 'missing']))
  const elsewhere: Damaged = new Map(Array.from({ length: NEW }, () => [randomUUID(), 'changed']))

  const [news, noted] = await asWorker(services.db, ana.id, async (tx) => {
    const fresh = await newlyDamaged(tx, ana.id, new Map([...there, ...elsewhere]))
    await noteDamage(tx, ana.id, there)
    return [fresh, await damagedOf(tx, ana.id)]
  })

  expect(news).toEqual(elsewhere)
  expect(noted).toEqual(there)
})
