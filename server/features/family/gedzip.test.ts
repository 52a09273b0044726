import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { gedcomReport } from '#contract/family.ts'
import { gedcomPath, gedzipPath, portraitPath } from '#contract/paths.ts'
import { zipped } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { app, person } = await createTestKinora()

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
const gedcom = (...files: string[]) =>
  [
    '0 HEAD',
    '1 GEDC',
    '2 VERS 7.0',
    ...files.flatMap((_, i) => [`0 @I${i}@ INDI`, `1 NAME Person${i} /Of Many/`, `1 OBJE @O${i}@`]),
    ...files.flatMap((file, i) => [`0 @O${i}@ OBJE`, `1 FILE ${file}`, '2 FORM image/png']),
    '0 TRLR',
  ].join('\n')

const zip = async (files: Record<string, string | Buffer>) =>
  new Uint8Array(await zipped(Object.entries(files), false))

const post = (who: Person, body: Uint8Array<ArrayBuffer>, query = '') =>
  who.request(`${gedcomPath}${query}`, { method: 'POST', body })
const report = async (response: Response) => gedcomReport.parse(await response.json())
const portraits = async (who: Person) =>
  (await who.client.family.tree()).people.filter(({ portrait }) => portrait !== null).length

test('the family goes out with its portraits and comes into another account with them', async () => {
  const [ana, ben] = [await person('Ana Petrova'), await person('Ben')]
  const vera = { id: uuidv7(), firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
  await ana.client.familyMembers.create(vera)
  await ana.client.familyMembers.create({ ...vera, id: uuidv7(), firstName: 'Tom', relationship: 'Sibling' })
  for (const id of [vera.id, ana.id]) {
    await ana.request(portraitPath(id), { method: 'PUT', body: new Uint8Array(await picture('red')) })
  }

  const answer = await ana.request(gedzipPath)
  expect(answer.headers.get('content-disposition')).toContain('family.gdz')
  const file = new Uint8Array(await answer.arrayBuffer())

  expect(await report(await post(ben, file))).toMatchObject({ portraits: 2, people: 3, notUnderstood: [] })
  expect(await portraits(ben)).toBe(0)
  expect(await report(await post(ben, file, '?apply=true'))).toMatchObject({ portraits: 2, leftOut: [] })
  const { people } = await ben.client.family.tree()
  const pictured = people.filter(({ portrait }) => portrait !== null)
  expect(pictured.map(({ firstName }) => firstName).toSorted()).toEqual(['Ben', 'Vera'])
  const shown = await app.request(pictured[0]?.portrait ?? '')
  expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe('jpeg')

  expect(await report(await post(ben, file, '?apply=true'))).toMatchObject({ alreadyHere: 3, portraits: 0 })
  expect((await ben.client.family.tree()).people).toHaveLength(3)
  expect((await app.request(gedzipPath)).status).toBe(401)
})

test('pictures that are none, or are missing, are left out and named; the people come all the same', async () => {
  const ana = await person()
  const file = await zip({
    'gedcom.ged': gedcom('a%20b.png', 'script.svg', 'fake.jpg', 'gone.png', 'deep/c.png'),
    'a b.png': await picture('blue'),
    'deep/c.png': await picture('green'),
    'script.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'fake.jpg': '<html><script>alert(1)</script></html>',
  })

  const result = await report(await post(ana, file, '?apply=true'))

  expect(result).toMatchObject({ people: 5, portraits: 2, leftOut: ['fake.jpg'] })
  expect(result.notUnderstood).toMatchObject([
    { tag: 'OBJE', count: 2 },
    { tag: 'INDI.OBJE', count: 2 },
  ])
  expect(await portraits(ana)).toBe(2)
})

test('an import that ended midway is completed by sending the same package again', async () => {
  const ana = await person()
  const files = { 'family.ged': gedcom('a.png', 'b.png'), 'a.png': await picture('red') }
  await post(ana, await zip(files), '?apply=true')

  const again = await report(
    await post(ana, await zip({ ...files, 'b.png': await picture('red') }), '?apply=true'),
  )

  expect(again).toMatchObject({ alreadyHere: 2, portraits: 1 })
  expect(await portraits(ana)).toBe(2)
})

test('a package that a Mac has packed is read, with what the Mac adds beside each file', async () => {
  const ana = await person()
  const packed = await zip({
    'family.ged': gedcom('a.png'),
    '__MACOSX/._family.ged': 'of the Mac alone',
    'a.png': await picture('red'),
    '._a.png': 'of the Mac alone',
  })

  expect(await report(await post(ana, packed, '?apply=true'))).toMatchObject({ people: 1, portraits: 1 })
})

describe('a hostile or broken package', () => {
  const one = gedcom('a.png')

  test.for([
    [
      'FOREIGN_PATHS',
      () =>
        rawZip([
          ['gedcom.ged', one],
          ['../../etc/passwd', 'x'],
        ]),
    ],
    [
      'FOREIGN_PATHS',
      () =>
        rawZip([
          ['gedcom.ged', one],
          ['/etc/passwd', 'x'],
        ]),
    ],
    [
      'FOREIGN_PATHS',
      () =>
        rawZip([
          ['gedcom.ged', one],
          ['C:/windows', 'x'],
        ]),
    ],
    [
      'FOREIGN_PATHS',
      () =>
        rawZip([
          ['gedcom.ged', one],
          ['..\\..\\windows', 'x'],
        ]),
    ],
    ['NO_FAMILY_INSIDE', () => rawZip([['a.png', 'x']])],
    [
      'NO_FAMILY_INSIDE',
      () =>
        rawZip([
          ['a.ged', one],
          ['b.ged', one],
        ]),
    ],
    ['TOO_MANY_FILES', () => rawZip([['gedcom.ged', one]], { count: 60_001 })],
    [
      'TOO_LARGE_INSIDE',
      () =>
        rawZip(
          [
            ['gedcom.ged', one],
            ['a.png', 'x'],
          ],
          { size: 4_100_000_000 },
        ),
    ],
    ['TOO_LARGE_INSIDE', () => rawZip([['gedcom.ged', one]], { size: 100_000_000 })],
    ['ENCRYPTED_PACKAGE', () => rawZip([['gedcom.ged', one]], { flags: 1 })],
    ['BROKEN_PACKAGE', () => rawZip([['gedcom.ged', one]]).subarray(0, 60)],
    ['COMPRESSED', () => rawZip([['gedcom.ged', 'PK\u0003\u0004']])],
    ['NOT_GEDCOM', () => rawZip([['gedcom.ged', '<html>']])],
  ] as const)('is refused with %s', async ([reason, made]) => {
    const ana = await person()
    const refused = await post(ana, new Uint8Array(made()), '?apply=true')
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'FILE_UNREADABLE', data: { reason } },
    ])
    expect((await ana.client.family.tree()).people).toHaveLength(1)
  })

  test('that inflates to more than it says is stopped where it said it would end', async () => {
    const ana = await person()
    const bomb = rawZip([['gedcom.ged', `${one}${' '.repeat(30_000_000)}`]], { size: 400 })
    expect(bomb.length).toBeLessThan(40_000)
    const refused = await post(ana, new Uint8Array(bomb))
    expect(await refused.json()).toMatchObject({ data: { reason: 'BROKEN_PACKAGE' } })
  })
})

type Lies = { count?: number; size?: number; flags?: number }

/** A ZIP file as no honest program writes it: with any names, and with a false number of files, size of the last file and flags. */
function rawZip(files: [name: string, text: string][], { count, size, flags = 0 }: Lies = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [index, [name, text]] of files.entries()) {
    const content = deflateRawSync(Buffer.from(text))
    const claimed = (index === files.length - 1 ? size : undefined) ?? Buffer.byteLength(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(claimed, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, entry, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count ?? files.length, 4)
  end.writeUInt16LE(count ?? files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, listed, Buffer.from('PK\u0005\u0006'), end])
}
