import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { DerivedLine } from '#contract/family-derive.ts'
import type { Relationship } from '#contract/relationships.ts'
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

test('whoever is known to be the parent of somebody unknown is one to the others, too', async () => {
  const { client } = await person()
  const add = async (firstName: string, relationship: Relationship) => {
    const member = { id: uuidv7(), firstName, lastName: 'Petrova', relationship }
    return (await client.familyMembers.create(member)).id
  }
  const boris = await add('Boris', 'Sibling')
  const vera = await add('Vera', 'Other')
  const parent = (await client.family.tree()).people.find(({ isPlaceholder }) => isPlaceholder)
  const unknown = parent?.id ?? ''
  const ofVera = { id: uuidv7(), fromId: vera, toId: unknown, type: 'parent', kind: 'birth' } as const
  await client.family.connect(ofVera)

  const nina = await add('Nina', 'Aunt/Uncle')

  const { people, connections, selfId } = await client.family.tree()
  expect(people.filter(({ isPlaceholder }) => isPlaceholder)).toMatchObject([{ id: unknown }])
  const lines = connections.map(({ fromId, toId }) => `${fromId} ${toId}`)
  const expected = [
    [vera, unknown],
    [unknown, selfId],
    [unknown, boris],
    [vera, nina],
  ]
  expect(lines.toSorted()).toEqual(expected.map(([from, to]) => `${from} ${to}`).toSorted())
})

test('a drawn line from somebody unknown keeps them the one whom new lines lead to', async () => {
  const { client } = await person()
  const sibling = (firstName: string) =>
    client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrov', relationship: 'Sibling' })
  await sibling('Boris')
  const { selfId, connections: before } = await client.family.tree()
  const line = before.find(({ toId }) => toId === selfId)
  await client.family.updateConnection({ id: line?.id ?? '', version: 0, label: 'As the church book says' })

  await sibling('Mila')

  const { people, connections } = await client.family.tree()
  expect(people.filter(({ isPlaceholder }) => isPlaceholder)).toMatchObject([{ id: line?.fromId }])
  expect(new Set(connections.map(({ fromId }) => fromId))).toEqual(new Set([line?.fromId]))
  expect(connections).toHaveLength(3)
})
