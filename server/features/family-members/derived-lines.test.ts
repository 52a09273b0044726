import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { DerivedLine } from '#contract/family-derive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { turnsDuring } from '../../testing/turns-during.ts'
import { deriveInTurns } from './derived-lines.ts'

const { database, person } = await createTestKinora()

test('others have their turn while lines are derived beside very many that were drawn', async () => {
  // One line of descent through everybody, as a file may bring it.
  const drawn = Array.from({ length: 20_000 }, (_, at): DerivedLine => {
    return { type: 'parent', kind: 'birth', fromId: `person ${at}`, toId: `person ${at + 1}` }
  })
  const turns = await turnsDuring(async () => {
    const sibling = { id: 'bo', relationship: 'Sibling' as const, viaId: null }
    const { lines } = await deriveInTurns('person 20000', [sibling], drawn)
    expect(lines).toEqual([{ type: 'parent', kind: 'birth', fromId: 'person 19999', toId: 'bo' }])
  })
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('more people with a label than one statement of the database takes all get their lines', async () => {
  const ana = await person()
  const bo = uuidv7()
  const about = { firstName: 'Bo', lastName: 'Kos', relationship: 'Other' as const }
  await ana.client.familyMembers.create({ id: bo, ...about })
  await database.asOwner(
    `insert into family_members (user_id, id, first_name, last_name, relationship)
     select $1, gen_random_uuid(), 'Ida', 'Kos', 'Sibling' from generate_series(1, 9_500)`,
    [ana.id],
  )

  const { version } = await ana.client.familyMembers.get({ id: bo })
  await ana.client.familyMembers.update({ id: bo, version, relationship: 'Sibling' })

  const { rows } = await database.asOwner(
    'select count(*)::int from family_connections where user_id = $1 and is_automatic',
    [ana.id],
  )
  // One more is that of the parent whom nobody has named.
  expect(rows).toEqual([{ count: 9_502 }])
})
