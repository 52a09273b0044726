import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { gedcomReport } from '#contract/family.ts'
import { gedcomPath } from '#contract/paths.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { app, person } = await createTestKinora()

const family = (...lines: string[]) =>
  ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '1 CHAR UTF-8', ...lines, '0 TRLR'].join('\n')
const couple = family(
  '0 @I1@ INDI',
  '1 NAME Vera /Petrova/',
  '1 BIRT',
  '2 DATE 1950',
  '0 @I2@ INDI',
  '1 NAME Boris /Petrov/',
  '1 BIRT',
  '2 DATE 1940',
  '0 @F1@ FAM',
  '1 WIFE @I1@',
  '1 CHIL @I2@',
)

const post = (who: Person, body: string | Uint8Array<ArrayBuffer>, query = '') =>
  who.request(`${gedcomPath}${query}`, { method: 'POST', body })
const report = async (response: Response) => gedcomReport.parse(await response.json())

test('a file is looked at first, and nothing is kept by that', async () => {
  const ana = await person()

  const preview = await report(await post(ana, couple))

  expect(preview).toMatchObject({
    people: 2,
    connections: 1,
    alreadyHere: 0,
    isImported: false,
    candidates: [
      { xref: '@I1@', name: 'Vera Petrova', born: '1950' },
      { xref: '@I2@', name: 'Boris Petrov', born: '1940' },
    ],
    selfXref: null,
    warnings: [{ code: 'CHILD_OLDER_THAN_PARENT' }],
  })
  expect((await ana.client.family.tree()).people).toHaveLength(1)
})

test('two people to whom a file gives one id of its program are both imported, once', async () => {
  const ana = await person()
  const copied = family(
    '0 @I1@ INDI',
    '1 NAME Vera /Petrova/',
    '1 _UID 5F2A',
    '0 @I2@ INDI',
    '1 NAME Boris /Petrov/',
    '1 _UID 5F2A',
  )

  expect(await report(await post(ana, copied, '?apply=true'))).toMatchObject({ people: 2, alreadyHere: 0 })
  expect(await report(await post(ana, copied, '?apply=true'))).toMatchObject({ people: 2, alreadyHere: 2 })

  const { items } = await ana.client.familyMembers.list({})
  expect(items.map(({ firstName }) => firstName).toSorted()).toEqual(['Boris', 'Vera'])
})

test('of two records under one name the first is imported, and the other is said to be left out', async () => {
  const ana = await person()
  const twice = family('0 @I1@ INDI', '1 NAME Vera /Petrova/', '0 @I1@ INDI', '1 NAME Boris /Petrov/')

  expect(await report(await post(ana, twice, '?apply=true'))).toMatchObject({
    people: 1,
    notUnderstood: [{ tag: 'second record', count: 1, example: '@I1@' }],
  })
})

test('a life that ends before it begins is said, and kept', async () => {
  const ana = await person()
  const lines = ['0 @I1@ INDI', '1 NAME Vera /Petrova/', '1 BIRT', '2 DATE 1950', '1 DEAT', '2 DATE 1940']

  const imported = await report(await post(ana, family(...lines), '?apply=true'))

  expect(imported.warnings).toMatchObject([{ code: 'DEATH_BEFORE_BIRTH' }])
  const [vera] = (await ana.client.family.tree()).people.filter(({ firstName }) => firstName === 'Vera')
  expect(vera).toMatchObject({ dateOfBirth: '1950', dateOfDeath: '1940' })
})

test('a file is imported once, however often it is sent', async () => {
  const ana = await person()

  await post(ana, couple, '?apply=true')
  const again = await report(await post(ana, couple, '?apply=true'))

  expect(again).toMatchObject({ alreadyHere: 2, isImported: true })
  const tree = await ana.client.family.tree()
  expect(tree.people.map((one) => one.firstName).toSorted()).toEqual(['Ana', 'Boris', 'Vera'])
  expect(tree.connections).toMatchObject([{ type: 'parent', kind: 'birth', isAutomatic: false }])
})

describe('somebody without a name', () => {
  const unnamed = family(
    '0 @I1@ INDI',
    '1 NAME Vera /Petrova/',
    '0 @I2@ INDI',
    '1 SEX M',
    '1 BIRT',
    '2 DATE 1890',
    '2 PLAC Odesa',
    '0 @I3@ INDI',
    '1 NOTE He is on the photo of 1912.',
    '0 @F1@ FAM',
    '1 HUSB @I2@',
    '1 CHIL @I1@',
  )
  const unknown = async (who: Person) =>
    (await who.client.family.tree()).people.filter(({ isPlaceholder }) => isPlaceholder)

  test('comes in with all that the file says of them, also where nobody is joined to them', async () => {
    const ana = await person()
    expect(await report(await post(ana, unnamed, '?apply=true'))).toMatchObject({ people: 3 })

    const told = (await unknown(ana)).map(({ id }) => ana.client.familyMembers.get({ id }))
    expect(await Promise.all(told)).toMatchObject([
      { dateOfBirth: '1890', placeOfBirth: 'Odesa', isDerived: false },
      { bio: 'He is on the photo of 1912.' },
    ])
    expect(await report(await post(ana, unnamed))).toMatchObject({ alreadyHere: 3 })
  })

  test('is still there when the only line to them is taken away, and is joined again', async () => {
    const ana = await person()
    await post(ana, unnamed, '?apply=true')
    const [line] = (await ana.client.family.tree()).connections
    if (!line) throw new Error('nobody is joined')
    const { id, isAutomatic, version, ...drawn } = line

    await ana.client.family.disconnect({ id })
    await ana.client.family.connect({ ...drawn, id: uuidv7() })

    expect((await ana.client.family.tree()).connections).toMatchObject([{ fromId: line.fromId }])
    expect(await ana.client.familyMembers.get({ id: line.fromId })).toMatchObject({ dateOfBirth: '1890' })
  })

  test('outlives whoever they were joined to, and goes when somebody removes them', async () => {
    const ana = await person()
    await post(ana, unnamed, '?apply=true')
    const [vera] = (await ana.client.familyMembers.list({})).items
    await ana.client.familyMembers.delete({ id: vera?.id ?? '' })
    const [father, ...others] = await unknown(ana)
    expect(father).toMatchObject({ dateOfBirth: '1890' })

    await ana.client.familyMembers.delete({ id: father?.id ?? '' })

    expect(await unknown(ana)).toEqual(others)
  })
})

test('somebody is the same person when a title or a suffix stands beside their name next time', async () => {
  const ana = await person()
  await post(ana, couple, '?apply=true')
  const titled = couple
    .replace('Boris /Petrov/', 'Boris /Petrov/\n2 GIVN Boris\n2 NPFX Dr.')
    .replace('Vera /Petrova/', 'Vera /Petrova/\n2 NSFX MBE')

  expect(await report(await post(ana, titled, '?apply=true'))).toMatchObject({ alreadyHere: 2 })
  expect((await ana.client.family.tree()).people).toHaveLength(3)
})

test.each([
  ['(During the feast of St John)', 'INT 24 JUN 1852 (During the feast of St John)'],
  ['(1943 (in spring))', '1943 (in spring)'],
  ['11 FEB 1731', '11 FEB 1731/32'],
  ['(11 FEB 1731/2)', '11 FEB 1731/2'],
  ['1699', '1699/00'],
  ['(@#DHEBREW@ 2 TVT 5758)', '@#DHEBREW@ 2 TVT 5758'],
  ['(the fair)', 'INT @#DHEBREW@ 2 TVT 5758 (the fair)'],
  ['(29 FEB 1731/32)', '29 FEB 1731/32'],
])('somebody whose birth was read as %s is known again where it is read as %s', async (before, now) => {
  const ana = await person()
  await post(ana, couple.replace('1950', before), '?apply=true')
  expect(await report(await post(ana, couple.replace('1950', now)))).toMatchObject({ alreadyHere: 2 })
})

test('somebody whose name holds a mark of ANSEL that was not read at first is known again', async () => {
  const ana = await person()
  await post(ana, couple.replace('Boris', 'B\ufffdoris'), '?apply=true')
  const ansel = couple.replace('UTF-8', 'ANSEL').replace('Boris', 'B\xfcoris')
  expect(await report(await post(ana, new Uint8Array(Buffer.from(ansel, 'latin1'))))).toMatchObject({
    alreadyHere: 2,
    encoding: 'ANSEL',
    candidates: [],
  })
})

test('people who came in with wrong letters, because one of their file is broken, are known again, and once it is mended', async () => {
  const ana = await person()
  const whole = couple.replace('Boris', 'Bořis à').replace('0 @F1@', '1 NOTE of Łódź!\n0 @F1@')
  const broken = Buffer.from(whole)
  broken.writeUInt8(0x9f, broken.indexOf('!'))
  const bytes = new Uint8Array(broken)
  await post(ana, new TextDecoder('windows-1252').decode(bytes), '?apply=true')

  expect(await report(await post(ana, bytes))).toMatchObject({ alreadyHere: 2 })
  const ben = await person()
  await post(ben, bytes, '?apply=true')
  expect(await report(await post(ben, whole))).toMatchObject({ alreadyHere: 2 })
  expect((await ben.client.family.tree()).people.map(({ firstName }) => firstName)).toContain('Bořis à')
})

describe('who of the file is "you"', () => {
  const ofAna = couple.replace('Boris /Petrov/', 'ana /petrova/')

  test('is offered where one alone is called like the account, and never taken for granted', async () => {
    const ana = await person('Ana Petrova')
    expect(await report(await post(ana, ofAna))).toMatchObject({ selfXref: '@I2@', alreadyHere: 0 })

    expect(await report(await post(ana, ofAna, '?apply=true'))).toMatchObject({ selfXref: null })
    expect((await ana.client.family.tree()).people).toHaveLength(3)
  })

  test('joins the account’s own person to the family, and fills in what was not known of them', async () => {
    const ana = await person()
    await post(ana, couple, '?apply=true&you=@I2@')
    const tree = await ana.client.family.tree()
    expect(tree.people).toHaveLength(2)
    expect(tree.connections).toMatchObject([{ toId: ana.id }])
    expect(tree.people.find(({ isSelf }) => isSelf)).toMatchObject({ dateOfBirth: '1940', firstName: 'Ana' })
  })

  test('is known again when the file comes once more, and what you say of yourself stays', async () => {
    const ana = await person()
    await post(ana, couple, '?apply=true&you=@I2@')
    const self = await ana.client.familyMembers.get({ id: ana.id })
    await ana.client.familyMembers.update({ id: ana.id, version: self.version, dateOfBirth: '1941' })

    expect(await report(await post(ana, couple))).toMatchObject({ selfXref: '@I2@', alreadyHere: 2 })
    await post(ana, couple, '?apply=true')
    await post(ana, couple, '?apply=true&you=@I2@')

    const { people, connections } = await ana.client.family.tree()
    expect([people.length, connections.length]).toEqual([2, 1])
    expect(people.find(({ isSelf }) => isSelf)).toMatchObject({ dateOfBirth: '1941' })
  })

  test('can be nobody, whatever the file says', async () => {
    const [ana, ben] = [await person('Ana Petrova'), await person('Ben')]
    const { text } = await ana.client.family.exportGedcom({ version: '7.0' })
    expect(await report(await post(ben, text))).toMatchObject({ selfXref: '@I1@' })

    await post(ben, text, '?apply=true&you=nobody')

    expect((await ben.client.family.tree()).people.map((one) => one.firstName).toSorted()).toEqual([
      'Ana',
      'Ben',
    ])
    expect(await report(await post(ben, text))).toMatchObject({ selfXref: null, candidates: [] })
  })

  test('cannot be somebody who was imported as another', async () => {
    const ana = await person()
    await post(ana, couple, '?apply=true')
    expect((await post(ana, couple, '?apply=true&you=@I2@')).status).toBe(409)
    expect((await ana.client.family.tree()).people).toHaveLength(3)
  })
})

test('a file that cannot be read says why, and nothing is kept', async () => {
  const ana = await person()
  const bomb = Buffer.from([0x1f, 0x8b, 0, 0])

  const refused = await post(ana, bomb, '?apply=true')

  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ code: 'FILE_UNREADABLE', data: { reason: 'COMPRESSED' } })
  expect((await post(ana, '')).status).toBe(422)
  expect((await app.request(gedcomPath, { method: 'POST', body: couple })).status).toBe(401)
})

test('the family goes out and comes into another account as it was', async () => {
  const [ana, ben] = [await person('Ana Petrova'), await person('Ben')]
  const add = async (firstName: string, relationship: 'Parent' | 'Sibling' | 'Other', more: object = {}) => {
    const member = { id: uuidv7(), firstName, lastName: 'Petrova', relationship, ...more }
    return (await ana.client.familyMembers.create(member)).id
  }
  const vera = await add('Vera', 'Parent', { dateOfBirth: 'about 1943', bio: 'She sang.\n\nEvery day.' })
  await add('Boris', 'Sibling')
  const tom = await add('Tom', 'Other')
  await ana.client.family.connect({
    id: uuidv7(),
    fromId: vera,
    toId: tom,
    type: 'partner',
    kind: 'divorced',
    endDate: '1980',
  })
  const { text, fileName } = await ana.client.family.exportGedcom({ version: '7.0' })
  expect(fileName).toBe('family-7.0.ged')

  const result = await report(await post(ben, text, '?apply=true'))

  expect(result).toMatchObject({ people: 4, alreadyHere: 1, notUnderstood: [] })
  const told = async (who: Person) => {
    const { people, connections } = await who.client.family.tree()
    const nameOf = (id: string) => (id === who.id ? 'You' : people.find((one) => one.id === id)?.firstName)
    const lines = connections.map((line) => [
      nameOf(line.fromId),
      line.type,
      line.kind,
      line.endDate,
      nameOf(line.toId),
    ])
    return {
      people: people
        .map((one) => [one.id === who.id ? 'You' : one.firstName, one.relationship, one.dateOfBirth])
        .toSorted(),
      lines: lines.map(String).toSorted(),
    }
  }
  expect(await told(ben)).toEqual(await told(ana))
  expect(await report(await post(ana, text, '?apply=true'))).toMatchObject({ alreadyHere: 4 })
  expect((await ana.client.family.tree()).people).toHaveLength(4)
})

test('whoever is nobody of a file gets none of its people as a parent', async () => {
  const [ana, ben] = [await person('Ana Petrova'), await person('Ben Lind')]
  const named = { firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
  await ana.client.familyMembers.create({ id: uuidv7(), ...named })
  const { text } = await ana.client.family.exportGedcom({ version: '7.0' })

  await post(ben, text, '?apply=true&you=nobody')

  const { people, connections } = await ben.client.family.tree()
  const nameOf = (id: string) => people.find((one) => one.id === id)?.firstName
  expect(connections.map(({ fromId, toId }) => [nameOf(fromId), nameOf(toId)])).toEqual([['Vera', 'Ana']])
  expect(people.map(({ relationship }) => relationship)).toEqual(['Other', 'Other', 'Other'])
})

test('a family that comes back from somebody who took it in knows everybody again', async () => {
  const [ana, ben] = [await person('Ana Petrova'), await person('Ben Lind')]
  const add = (who: Person, firstName: string, relationship: 'Parent' | 'Grandparent' | 'Other') =>
    who.client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova', relationship })
  await add(ana, 'Vera', 'Parent')
  await add(ana, 'Olga', 'Grandparent')
  const hers = await ana.client.family.exportGedcom({ version: '5.5.1' })
  await post(ben, hers.text, '?apply=true&you=nobody')
  await add(ben, 'Mila', 'Other')

  const his = await ben.client.family.exportGedcom({ version: '7.0' })
  expect(await report(await post(ben, his.text, '?apply=true'))).toMatchObject({ people: 5, alreadyHere: 5 })
  await post(ana, his.text, '?apply=true')

  const { people, connections } = await ana.client.family.tree()
  const names = people.map(({ firstName, isSelf }) => (isSelf ? `${firstName}, you` : firstName))
  expect(names.toSorted()).toEqual(['Ana, you', 'Ben', 'Mila', 'Olga', 'Vera'])
  expect(connections).toHaveLength(2)
})

// The order in which a file names its people is that in which their lines are read.
test.each([
  ['Olga', 'Boris', 'Vera'],
  ['Vera', 'Boris', 'Olga'],
])(
  'a line that with those that are there would make somebody their own ancestor stays out: %s, %s, %s',
  async (...names) => {
    const ana = await person()
    const people = names.flatMap((name) => [`0 @${name}@ INDI`, `1 NAME ${name} /Petrov/`])
    const below = (parent: string, child: string) => [
      `0 @F${parent}@ FAM`,
      `1 HUSB @${parent}@`,
      `1 CHIL @${child}@`,
    ]
    await post(ana, family(...people, ...below('Vera', 'Boris'), ...below('Boris', 'Olga')), '?apply=true')

    await post(ana, family(...people, ...below('Olga', 'Vera')), '?apply=true')

    const { people: named, connections } = await ana.client.family.tree()
    const nameOf = (id: string) => named.find((one) => one.id === id)?.firstName
    expect(connections.map(({ fromId, toId }) => `${nameOf(fromId)} > ${nameOf(toId)}`).toSorted()).toEqual([
      'Boris > Olga',
      'Vera > Boris',
    ])
  },
)

test('ten thousand people come in within seconds', async () => {
  const ana = await person()
  const lines = Array.from({ length: 10_000 }, (_, i) => [
    `0 @I${i}@ INDI`,
    `1 NAME Person${i} /Of Many/`,
    '1 BIRT',
    `2 DATE ABT ${1500 + Math.floor(i / 20)}`,
    ...(i > 0 ? [`0 @F${i}@ FAM`, `1 HUSB @I${Math.floor((i - 1) / 2)}@`, `1 CHIL @I${i}@`] : []),
  ])

  const result = await report(await post(ana, family(...lines.flat()), '?apply=true'))

  expect(result).toMatchObject({ people: 10_000, connections: 9_999, isImported: true })
  const tree = await ana.client.family.tree()
  expect([tree.people.length, tree.connections.length]).toEqual([10_001, 9_999])
  const { text } = await ana.client.family.exportGedcom({})
  expect(text.match(/^0 @I\d+@ INDI/gm)).toHaveLength(10_001)
})
