import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { ConnectionKind, FamilyConnection } from '#contract/family.ts'
import type { Relationship } from '#contract/relationships.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, database } = await createTestKinora()

async function add(who: Person, firstName: string, relationship: Relationship = 'Other', more: object = {}) {
  const member = { id: uuidv7(), firstName, lastName: 'Petrova', relationship, ...more }
  return (await who.client.familyMembers.create(member)).id
}

const connect = (who: Person, fromId: string, toId: string, kind: ConnectionKind = byBirth) =>
  who.client.family.connect({ id: uuidv7(), fromId, toId, ...kind })
const connectWith = (who: Person, fromId: string, toId: string, says: ConnectionKind & { label?: string }) =>
  who.client.family.connect({ id: uuidv7(), fromId, toId, ...says })
const byBirth: ConnectionKind = { type: 'parent', kind: 'birth' }
const custom: ConnectionKind = { type: 'other', kind: 'unknown' }

/** The lines in words, by first names. */
async function linesOf(who: Person): Promise<string[]> {
  const { people, connections, selfId } = await who.client.family.tree()
  const nameOf = (id: string) =>
    id === selfId ? 'You' : people.find((one) => one.id === id)?.firstName || 'unknown'
  return connections
    .map((line) => `${nameOf(line.fromId)} ${line.type} ${nameOf(line.toId)}`)
    .toSorted((a, b) => a.localeCompare(b))
}

test('"you" are in the tree from the start, called what the account is called', async () => {
  const ana = await person('Ana Maria Petrova')

  const tree = await ana.client.family.tree()

  expect(tree).toMatchObject({ selfId: ana.id, connections: [] })
  expect(tree.people).toMatchObject([
    { id: ana.id, firstName: 'Ana', lastName: 'Maria Petrova', isSelf: true },
  ])
  await ana.client.account.updateProfile({ fullName: 'Anna Petrova' })
  expect((await ana.client.family.tree()).people).toMatchObject([{ firstName: 'Anna', lastName: 'Petrova' }])
  await expect(ana.client.familyMembers.delete({ id: ana.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await ana.client.familyMembers.list({})).items).toEqual([])
})

describe('labels relative to "you"', () => {
  test('become lines, and lines follow when a label changes', async () => {
    const ana = await person()
    await add(ana, 'Vera', 'Parent')
    const boris = await add(ana, 'Boris', 'Sibling')
    await add(ana, 'Tom', 'Spouse')

    expect(await linesOf(ana)).toEqual(['Vera parent Boris', 'Vera parent You', 'You partner Tom'])
    await ana.client.familyMembers.update({ id: boris, version: 0, relationship: 'Child' })
    expect(await linesOf(ana)).toEqual(['Vera parent You', 'You parent Boris', 'You partner Tom'])
  })

  test('bring somebody unknown where the family needs one, who is gone when a name is there', async () => {
    const ana = await person()
    await add(ana, 'Boris', 'Sibling')
    expect(await linesOf(ana)).toEqual(['unknown parent Boris', 'unknown parent You'])

    await add(ana, 'Vera', 'Parent')

    expect(await linesOf(ana)).toEqual(['Vera parent Boris', 'Vera parent You'])
    expect((await ana.client.family.tree()).people).toHaveLength(3)
    expect((await ana.client.account.dashboard()).familyMembers).toBe(2)
  })

  test('somebody unknown who is given a name keeps the lines they stood for', async () => {
    const ana = await person()
    await add(ana, 'Boris', 'Sibling')
    const unknown = (await ana.client.family.tree()).people.find((one) => one.isPlaceholder)

    await ana.client.familyMembers.update({
      id: unknown?.id ?? '',
      version: 0,
      firstName: 'Vera',
      lastName: 'Petrova',
    })

    expect(await linesOf(ana)).toEqual(['Vera parent Boris', 'Vera parent You'])
  })

  test('leave somebody unknown whom people know something of, whatever is said of the lines beside them', async () => {
    const ana = await person()
    const [vera, boris] = [await add(ana, 'Vera'), await add(ana, 'Boris')]
    await connect(ana, boris, ana.id)
    const { connection } = await connect(ana, vera, ana.id)
    const lines = (await ana.client.family.tree()).connections
    await add(ana, 'Nina', 'Niece/Nephew')
    const unknown = async () => (await ana.client.family.tree()).people.filter((one) => one.isPlaceholder)
    const [{ id } = { id: '' }] = await unknown()
    await ana.client.familyMembers.update({ id, version: 0, dateOfBirth: '1950' })
    // As in a database that knows how small the table is, and reads it in the order in which its rows were last written.
    await database.asOwner('analyze family_connections')

    for (const line of lines) {
      const { version } = line.id === connection.id ? connection : line
      await ana.client.family.updateConnection({ id: line.id, version, label: 'As the church book says' })
      expect(await unknown()).toMatchObject([{ id, dateOfBirth: '1950' }])
    }
  })

  test('leave somebody unknown whom nobody needs any more, if something is known of them', async () => {
    const ana = await person()
    const boris = await add(ana, 'Boris', 'Sibling')
    const unknown = async () => (await ana.client.family.tree()).people.filter((one) => one.isPlaceholder)
    const [{ id } = { id: '' }] = await unknown()
    await ana.client.familyMembers.update({ id, version: 0, bio: 'She sang in the choir.' })

    await ana.client.familyMembers.delete({ id: boris })
    expect(await unknown()).toMatchObject([{ id, isDerived: true }])
    await add(ana, 'Mila', 'Sibling')

    expect(await unknown()).toMatchObject([{ id }])
    expect(await linesOf(ana)).toEqual(['unknown parent Mila', 'unknown parent You'])
  })

  test('leave the ids of lines that stay', async () => {
    const ana = await person()
    await add(ana, 'Vera', 'Parent')
    const before = (await ana.client.family.tree()).connections
    await add(ana, 'Boris', 'Sibling')
    expect((await ana.client.family.tree()).connections).toEqual(expect.arrayContaining(before))
  })
})

describe('lines between people', () => {
  test('are drawn once, whichever way they are drawn again', async () => {
    const ana = await person()
    const [vera, boris] = [await add(ana, 'Vera'), await add(ana, 'Boris')]

    const first = await connect(ana, vera, boris, custom)
    const again = await connect(ana, boris, vera, custom)

    expect(first).toMatchObject({ isNew: true, connection: { isAutomatic: false } })
    expect(again).toEqual({ connection: first.connection, isNew: false, warnings: [] })
    expect((await ana.client.family.tree()).connections).toHaveLength(1)
  })

  test('drawn ones can be taken away; automatic ones cannot', async () => {
    const ana = await person()
    const vera = await add(ana, 'Vera', 'Parent')
    const { connection } = await connect(ana, vera, await add(ana, 'Tom'), {
      type: 'partner',
      kind: 'married',
    })
    const [automatic] = (await ana.client.family.tree()).connections.filter((line) => line.isAutomatic)

    await ana.client.family.disconnect({ id: connection.id })
    await expect(ana.client.family.disconnect({ id: automatic?.id ?? '' })).rejects.toMatchObject({
      code: 'AUTOMATIC_LINE',
    })

    expect(await linesOf(ana)).toEqual(['Vera parent You'])
  })

  test('what is drawn says more than an automatic line, and a plain line over it says nothing new', async () => {
    const ana = await person()
    const vera = await add(ana, 'Vera', 'Parent')

    expect(await connect(ana, ana.id, vera, custom)).toMatchObject({ isNew: false })
    await connect(ana, vera, ana.id, { type: 'parent', kind: 'adoptive' })

    expect((await ana.client.family.tree()).connections).toMatchObject([
      { kind: 'adoptive', isAutomatic: false },
    ])
  })

  test('a couple drawn over their automatic line from the other side says nothing new either', async () => {
    const ana = await person()
    const tom = await add(ana, 'Tom', 'Spouse')

    const again = await connect(ana, tom, ana.id, { type: 'partner', kind: 'married' })

    expect(again).toMatchObject({ isNew: false, connection: { isAutomatic: true } })
    const [member] = (await ana.client.familyMembers.list({})).items
    await ana.client.familyMembers.update({ id: tom, version: member?.version ?? 0, relationship: 'Cousin' })
    expect(await linesOf(ana)).not.toContain('Tom partner You')
  })

  test('what is drawn over an automatic line of the same kind is kept with all that it says', async () => {
    const ana = await person()
    const [vera, oma] = [await add(ana, 'Vera', 'Spouse'), await add(ana, 'Oma', 'Grandparent')]
    await add(ana, 'Tom', 'Parent')
    await add(ana, 'Lena', 'Parent')
    const wedding = { startDate: '12 May 1961', startPlace: 'Lviv' }

    const wed = await connectWith(ana, ana.id, vera, { type: 'partner', kind: 'married', ...wedding })
    const said = await connectWith(ana, ana.id, oma, { ...custom, label: 'Nobody knows through whom' })

    expect(wed).toMatchObject({ isNew: true, connection: { ...wedding, isAutomatic: false } })
    expect(said).toMatchObject({ isNew: true, connection: { label: 'Nobody knows through whom' } })
    expect(await connectWith(ana, ana.id, vera, { ...custom, label: 'best friend' })).toMatchObject({
      isNew: false,
      connection: wedding,
    })
  })

  test('a line that was taken away says what it said when it is drawn again', async () => {
    const ana = await person()
    await add(ana, 'Vera', 'Spouse')
    const [line] = (await ana.client.family.tree()).connections
    if (!line) throw new Error('no line follows from the label')
    const { isAutomatic, version, ...drawn } = await ana.client.family.updateConnection({
      id: line.id,
      version: line.version,
      startDate: '12 May 1961',
    })
    await ana.client.family.disconnect({ id: line.id })

    await ana.client.family.connect({ ...drawn, id: uuidv7() })

    expect((await ana.client.family.tree()).connections).toMatchObject([
      { kind: 'married', startDate: '12 May 1961' },
    ])
  })

  test('a line that was taken away comes back in place of the automatic one, which claims more or says the same', async () => {
    const ana = await person()
    await add(ana, 'Vera', 'Parent')
    const rosa = await add(ana, 'Rosa')
    const { connection: godmother } = await connectWith(ana, ana.id, rosa, { ...custom, label: 'Godmother' })
    await ana.client.familyMembers.update({ id: rosa, version: 0, relationship: 'Parent' })
    const olga = await add(ana, 'Olga')
    const { connection: beside } = await connectWith(ana, ana.id, olga, custom)
    const comeBack = ({ isAutomatic, version, ...line }: FamilyConnection) =>
      ana.client.family.connect({ ...line, id: uuidv7(), comesBack: true })

    for (const line of [godmother, beside]) await ana.client.family.disconnect({ id: line.id })
    await ana.client.familyMembers.update({ id: olga, version: 0, relationship: 'Aunt/Uncle' })
    expect(await linesOf(ana)).not.toContain('You other Rosa')
    for (const line of [godmother, beside]) await comeBack(line)

    const { connections } = await ana.client.family.tree()
    const between = (id: string) => connections.filter(({ toId, fromId }) => toId === id || fromId === id)
    expect(between(rosa)).toMatchObject([{ type: 'other', label: 'Godmother', isAutomatic: false }])
    expect(between(olga)).toMatchObject([{ type: 'other', label: '', isAutomatic: false }])
  })

  test('nobody is their own ancestor', async () => {
    const ana = await person()
    const [vera, oma] = [await add(ana, 'Vera', 'Parent'), await add(ana, 'Oma')]
    await connect(ana, oma, vera)

    for (const [above, below] of [
      [ana.id, oma],
      [ana.id, ana.id],
      [ana.id, vera],
    ] as const) {
      await expect(connect(ana, above, below)).rejects.toMatchObject({ code: 'OWN_ANCESTOR' })
    }
    expect(await linesOf(ana)).toHaveLength(2)
  })

  test('a child older than a parent is said, and kept', async () => {
    const ana = await person()
    const vera = await add(ana, 'Vera', 'Other', { dateOfBirth: 'about 1950' })
    const boris = await add(ana, 'Boris', 'Other', { dateOfBirth: '2 May 1943' })

    expect((await connect(ana, vera, boris)).warnings).toEqual([
      { code: 'CHILD_OLDER_THAN_PARENT', people: [vera, boris] },
    ])
    expect(await linesOf(ana)).toEqual(['Vera parent Boris'])
  })

  test('two people changing one line do not overwrite each other', async () => {
    const ana = await person()
    const [vera, tom] = [await add(ana, 'Vera'), await add(ana, 'Tom')]
    const { connection } = await connect(ana, vera, tom, { type: 'partner', kind: 'married' })
    const change = { id: connection.id, version: connection.version }

    await ana.client.family.updateConnection({ ...change, kind: 'divorced', endDate: 'about 1980' })
    await expect(ana.client.family.updateConnection({ ...change, label: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })

    expect((await ana.client.family.tree()).connections).toMatchObject([
      { kind: 'divorced', endDate: 'about 1980', label: '', version: 1 },
    ])
  })

  test('a line that follows from a label can be said more of, and follows from it again when that is taken back', async () => {
    const ana = await person()
    await add(ana, 'Lena', 'Child')
    const [line] = (await ana.client.family.tree()).connections
    if (!line) throw new Error('no line follows from the label')

    const changed = await ana.client.family.updateConnection({
      id: line.id,
      version: line.version,
      kind: 'adoptive',
    })
    expect(changed).toMatchObject({ kind: 'adoptive', isAutomatic: false, fromId: ana.id })
    await ana.client.family.disconnect({ id: line.id })

    expect((await ana.client.family.tree()).connections).toMatchObject([{ kind: 'birth', isAutomatic: true }])
    const mallory = await person('Mallory')
    const theirs = mallory.client.family.updateConnection({ id: line.id, version: 0, kind: 'adoptive' })
    await expect(theirs).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a line to nobody is refused, and so is one to somebody else’s family', async () => {
    const [ana, mallory] = [await person(), await person('Mallory')]
    const stranger = await add(mallory, 'Eve')
    await expect(connect(ana, ana.id, uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(connect(ana, stranger, ana.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await mallory.client.family.tree()).connections).toEqual([])
  })

  test('go with whoever is removed', async () => {
    const ana = await person()
    const vera = await add(ana, 'Vera', 'Parent')
    await connect(ana, vera, await add(ana, 'Tom'), { type: 'partner', kind: 'married' })

    await ana.client.familyMembers.delete({ id: vera })

    expect(await linesOf(ana)).toEqual([])
  })

  test('whoever belonged to the family through somebody who is removed is not moved to the other side', async () => {
    const ana = await person()
    const [vera] = [await add(ana, 'Vera', 'Parent'), await add(ana, 'Tom', 'Parent')]
    await add(ana, 'Oma', 'Grandparent', { viaId: vera })
    await add(ana, 'Nina', 'Aunt/Uncle', { viaId: vera })
    await connect(ana, await add(ana, 'Opa'), await add(ana, 'Lena', 'Aunt/Uncle', { viaId: vera }))

    await ana.client.familyMembers.delete({ id: vera })
    await add(ana, 'Mila', 'Child')

    const left = ['Opa parent Lena', 'Tom parent You', 'You other Nina', 'You other Oma', 'You parent Mila']
    expect(await linesOf(ana)).toEqual(left)
  })

  test('somebody unknown stands for the only parent when she is removed, until she is added again', async () => {
    const ana = await person()
    const first = await add(ana, 'Vera', 'Parent')
    await add(ana, 'Oma', 'Grandparent', { viaId: first })
    await add(ana, 'Nina', 'Aunt/Uncle', { viaId: first })

    await ana.client.familyMembers.delete({ id: first })
    expect(await linesOf(ana)).toEqual(['Oma parent Nina', 'Oma parent unknown', 'unknown parent You'])
    await add(ana, 'Vera', 'Parent')

    expect(await linesOf(ana)).toEqual(['Oma parent Nina', 'Oma parent Vera', 'Vera parent You'])
  })

  test('whoever stays beside you gets a place again when something else is said of how they belong to the family', async () => {
    const ana = await person()
    const [first] = [await add(ana, 'Vera', 'Parent'), await add(ana, 'Tom', 'Parent')]
    const oma = await add(ana, 'Oma', 'Grandparent', { viaId: first })
    const nina = await add(ana, 'Nina', 'Aunt/Uncle', { viaId: first })
    await ana.client.familyMembers.delete({ id: first })
    const vera = await add(ana, 'Vera', 'Parent')
    const known = ['Tom parent You', 'Vera parent You']
    const change = async (id: string, facts: object) => {
      const { version } = await ana.client.familyMembers.get({ id })
      await ana.client.familyMembers.update({ id, version, ...facts })
      return linesOf(ana)
    }

    const asBefore = { relationship: 'Grandparent', viaId: null, bio: 'She bakes.' }
    expect(await change(oma, asBefore)).toEqual([...known, 'You other Nina', 'You other Oma'])
    expect(await change(nina, { relationship: 'Other' })).toContain('You other Nina')
    expect(await change(nina, { relationship: 'Sibling' })).toContain('Vera parent Nina')
    expect(await change(oma, { viaId: vera })).toContain('Oma parent Vera')
    expect(await linesOf(ana)).toEqual([
      'Oma parent Vera',
      'Tom parent Nina',
      'Tom parent You',
      'Vera parent Nina',
      'Vera parent You',
    ])
  })

  test('whoever is beside you by a line that is taken away is placed by their label, until it is said through whom', async () => {
    const ana = await person()
    const [first] = [await add(ana, 'Vera', 'Parent'), await add(ana, 'Tom', 'Parent')]
    const oma = await add(ana, 'Oma', 'Grandparent', { viaId: first })
    await ana.client.familyMembers.delete({ id: first })
    const lines = (await ana.client.family.tree()).connections
    const { version } = await ana.client.familyMembers.get({ id: oma })

    await ana.client.family.disconnect({ id: lines.find(({ toId }) => toId === oma)?.id ?? '' })
    expect(await linesOf(ana)).toEqual(['Oma parent Tom', 'Tom parent You'])
    const viaId = await add(ana, 'Vera', 'Parent')
    await ana.client.familyMembers.update({ id: oma, version, viaId })

    expect(await linesOf(ana)).toEqual(['Oma parent Vera', 'Tom parent You', 'Vera parent You'])
  })

  test('a line to you that says something stays, whatever else is said of the person', async () => {
    const ana = await person()
    const oma = await add(ana, 'Oma', 'Grandparent')
    const { connection } = await connectWith(ana, ana.id, oma, { ...custom, label: 'My godmother' })

    await ana.client.familyMembers.update({ id: oma, version: 0, relationship: 'Parent' })

    const lines = (await ana.client.family.tree()).connections
    expect(lines.find(({ id }) => id === connection.id)).toMatchObject({
      type: 'other',
      label: 'My godmother',
    })
  })

  test('people added at the same moment all find their place', async () => {
    const ana = await person()
    await Promise.all([
      add(ana, 'Vera', 'Parent'),
      add(ana, 'Boris', 'Sibling'),
      add(ana, 'Oma', 'Grandparent'),
    ])
    expect(await linesOf(ana)).toEqual(['Oma parent Vera', 'Vera parent Boris', 'Vera parent You'])
  })
})
