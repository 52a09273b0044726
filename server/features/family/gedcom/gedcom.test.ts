import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parentKinds, unionKinds } from '#contract/family.ts'
import { readDate, writeDate } from '#contract/family-date-text.ts'
import { sexes } from '#contract/family-members.ts'
import { limits } from '#contract/limits.ts'
import { relationships } from '#contract/relationships.ts'
import { decodeAnsel } from './ansel.ts'
import { GedcomError } from './gedcom-error.ts'
import type { FileConnection, FileFamily, FileMedia, FilePerson, FileStory } from './own-family.ts'
import { readGedcom } from './read-gedcom.ts'
import { writeGedcom } from './write-gedcom.ts'

const file = (...lines: string[]) =>
  Buffer.from(['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '1 CHAR UTF-8', ...lines, '0 TRLR'].join('\n'))
const reasonOf = async (bytes: Uint8Array) => {
  try {
    await readGedcom(bytes)
  } catch (error) {
    if (error instanceof GedcomError) return error.reason
    throw error
  }
  return null
}

test('a family of another program is read: names, dates, descent, adoption, unions and their end', async () => {
  const read = await readGedcom(
    file(
      '0 @I1@ INDI',
      '1 NAME Vera Anna /Petrova/',
      '1 NAME /Schmidt/',
      '2 TYPE maiden',
      '1 SEX F',
      '1 BIRT',
      '2 DATE ABT 1943',
      '2 PLAC Odessa',
      '1 DEAT Y',
      '1 EMAIL vera@@example.com',
      '1 NOTE She baked',
      '2 CONC  on Fridays.',
      '2 CONT And sang.',
      '1 FAMS @F1@',
      '0 @I2@ INDI',
      '1 NAME Boris /Petrov',
      '0 @I3@ INDI',
      '1 NAME Lena',
      '1 FAMC @F1@',
      '2 PEDI adopted',
      '0 @F1@ FAM',
      '1 HUSB @I2@',
      '1 WIFE @I1@',
      '1 CHIL @I3@',
      '1 MARR',
      '2 DATE 3 JUN 1965',
      '1 DIV',
      '2 DATE AFT 1980',
    ),
  )
  expect(read).toMatchObject({ version: '5.5.1', encoding: 'UTF-8', notUnderstood: [] })
  expect(read.people[0]).toMatchObject({
    firstName: 'Vera Anna',
    lastName: 'Petrova',
    birthName: 'Schmidt',
    sex: 'female',
    dateOfBirth: 'about 1943',
    placeOfBirth: 'Odessa',
    isDeceased: true,
    email: 'vera@example.com',
    bio: 'She baked on Fridays.\nAnd sang.',
  })
  expect(read.people[1]).toMatchObject({ firstName: 'Boris', lastName: 'Petrov' })
  expect(read.connections).toMatchObject([
    { type: 'partner', kind: 'divorced', startDate: '1965-06-03', endDate: 'after 1980' },
    { type: 'parent', kind: 'adoptive', from: '@I2@', to: '@I3@' },
    { type: 'parent', kind: 'adoptive', from: '@I1@', to: '@I3@' },
  ])
})

test.each([
  ['MAY 5', '0005-05'],
  ['MAY  12/13', '0012-05'],
  ['BET JAN 5 AND FEB 31', 'between 0005-01 and 0031-02'],
  ['@#DJULIAN@ MAY 5', 'julian May 5'],
  ['MAY 5 B.C.', 'May 5 BC'],
  ['BEF 5 MAY 1943', 'before 1943-05-05'],
  ['MAY 5, 1943', '1943-05-05'],
  ['May 12 1943', '1943-05-12'],
])('the DATE %s of a file is %s, because there a month is followed by its year', async (said, date) => {
  const { people } = await readGedcom(file('0 @I1@ INDI', '1 NAME Livia', '1 BIRT', `2 DATE ${said}`))
  expect(people[0]?.dateOfBirth).toBe(date)
})

test('nothing of a name is lost, whether its line or its pieces say it', async () => {
  const nameOf = async (...lines: string[]) => {
    const { people, notUnderstood } = await readGedcom(file('0 @I1@ INDI', ...lines))
    expect(notUnderstood).toEqual([])
    return [people[0]?.firstName, people[0]?.lastName]
  }
  const pieces = ['2 NPFX Dr.', '2 GIVN John', '2 SURN Smith', '2 NSFX Jr.']
  expect(await nameOf('1 NAME Dr. John /Smith/ Jr.', ...pieces)).toEqual(['Dr. John Jr.', 'Smith'])
  expect(await nameOf('1 NAME John /Smith/', ...pieces)).toEqual(['Dr. John Jr.', 'Smith'])
  expect(await nameOf('1 NAME', ...pieces)).toEqual(['Dr. John Jr.', 'Smith'])
  expect(await nameOf('1 NAME John Paul /Smith/ Jr.', '2 GIVN John')).toEqual(['John Paul Jr.', 'Smith'])
  expect(await nameOf('1 NAME John /Smith Jr./', ...pieces.slice(1))).toEqual(['John', 'Smith Jr.'])
  expect(await nameOf('1 NAME Jan /van Gogh/', '2 SPFX van', '2 SURN Gogh')).toEqual(['Jan', 'van Gogh'])
  expect(await nameOf('1 NAME Jan /Gogh/', '2 SPFX van', '2 SURN Gogh')).toEqual(['Jan', 'van Gogh'])
  expect(await nameOf('1 NAME Jan van /Gogh/', '2 SPFX van', '2 GIVN Jan')).toEqual(['Jan van', 'Gogh'])
  expect(await nameOf('1 NAME John /Smith/, Jr.', ...pieces.slice(1))).toEqual(['John Jr.', 'Smith'])
  expect(
    await nameOf('1 NAME Prof. Dr. Ann Eve /Lee/ Jr', '2 NPFX Prof., Dr.', '2 GIVN Ann, Eve', '2 NSFX Jr.'),
  ).toEqual(['Prof. Dr. Ann Eve Jr', 'Lee'])
  expect(await nameOf('1 NAME ANA /KOS/', '2 GIVN Ana', '2 SURN Kos')).toEqual(['Ana', 'Kos'])
  expect(await nameOf('1 NAME Ana /Kos/', '2 GIVN Anastasia', '2 SURN Kosova')).toEqual([
    'Anastasia',
    'Kosova',
  ])
})

test('what is not understood is named, with how often and an example', async () => {
  const { notUnderstood } = await readGedcom(
    file('0 @I1@ INDI', '1 OCCU Baker', '0 @I2@ INDI', '1 OCCU Smith', '0 @S1@ SOUR', 'a broken line'),
  )
  expect(notUnderstood).toEqual([
    { tag: 'INDI.OCCU', count: 2, example: 'Baker' },
    { tag: 'line', count: 1, example: 'a broken line' },
    { tag: 'SOUR', count: 1, example: '' },
  ])
})

test('a third name of a person, for which there is no place, is told', async () => {
  const names = ['1 NAME Vera /Kos/', '1 NAME /Petrova/', '2 TYPE maiden', '1 NAME Verochka', '2 TYPE aka']
  const { people, notUnderstood } = await readGedcom(file('0 @I1@ INDI', ...names))
  expect(people[0]).toMatchObject({ firstName: 'Vera', lastName: 'Kos', birthName: 'Petrova' })
  expect(notUnderstood).toEqual([{ tag: 'INDI.NAME', count: 1, example: 'Verochka' }])
})

test('a note that goes on in lines without a word, one of them with a year, is kept whole', async () => {
  const { people, notUnderstood } = await readGedcom(
    file(
      ...['0 @I1@ INDI', '1 NAME Vera /Kos/', 'no note', '1 NOTE She lived in Odessa until'],
      ...['1945 and then in Riga.', '', 'She sang,', '2 CONT and', 'baked.', '1 NOTE @N1@', 'no note'],
      ...['1 SEX F', '0 @N1@ NOTE Her song', 'was long.'],
    ),
  )
  const bio =
    'She lived in Odessa until\n1945 and then in Riga.\n\nShe sang,\nand\nbaked.\n\nHer song\nwas long.'
  expect(people).toMatchObject([{ firstName: 'Vera', bio, sex: 'female' }])
  expect(notUnderstood).toEqual([{ tag: 'line', count: 2, example: 'no note' }])
})

test('a second birth, death, home or address of a person, for which there is no place, is told', async () => {
  const { people, notUnderstood } = await readGedcom(
    file(
      ...['0 @I1@ INDI', '1 BIRT', '2 DATE 1943', '1 BIRT', '2 DATE 1944', '1 BIRT', '2 DATE 1943'],
      ...['1 DEAT N', '1 DEAT', '2 PLAC Riga', '1 DEAT', '2 PLAC Odessa', '1 RESI', '2 PLAC Wien'],
      ...['2 EMAIL c@@example.com', '1 RESI Berlin', '1 EMAIL a@@example.com', '1 PHON 1', '1 PHON 2'],
    ),
  )
  expect(people[0]).toMatchObject({ dateOfBirth: '1943', placeOfDeath: 'Riga', currentLocation: 'Wien' })
  expect(people[0]).toMatchObject({ email: 'a@example.com', phone: '1' })
  expect(notUnderstood).toEqual([
    { tag: 'INDI.BIRT', count: 1, example: '1944' },
    { tag: 'INDI.DEAT', count: 1, example: 'Odessa' },
    { tag: 'INDI.RESI', count: 1, example: 'Berlin' },
    { tag: 'INDI.EMAIL', count: 1, example: 'c@example.com' },
    { tag: 'INDI.PHON', count: 1, example: '2' },
  ])
})

test('lines to nobody, second lines and circles of descent are left out and said', async () => {
  const family = (id: string, parent: string, child: string) => [
    `0 @${id}@ FAM`,
    `1 HUSB @${parent}@`,
    `1 CHIL @${child}@`,
  ]
  const { connections, notUnderstood } = await readGedcom(
    file(
      '0 @A@ INDI',
      '0 @B@ INDI',
      '0 @C@ INDI',
      ...family('F1', 'A', 'B'),
      ...family('F2', 'B', 'C'),
      ...family('F3', 'C', 'A'),
      ...family('F4', 'A', 'B'),
      ...family('F5', 'A', 'NOBODY'),
      ...family('F6', 'A', 'A'),
    ),
  )
  expect(connections).toMatchObject([
    { from: '@A@', to: '@B@' },
    { from: '@B@', to: '@C@' },
  ])
  expect(Object.fromEntries(notUnderstood.map(({ tag, count }) => [tag, count]))).toEqual({
    'own ancestor': 2,
    'line to nobody': 1,
    'second line': 1,
  })
})

test('what a file says did not happen did not happen: a divorce, a marriage, a death', async () => {
  const { people, connections } = await readGedcom(
    file(
      '0 @I1@ INDI',
      '1 DEAT N',
      '0 @I2@ INDI',
      '1 DEAT',
      '0 @F1@ FAM',
      '1 HUSB @I1@',
      '1 WIFE @I2@',
      '1 DIV N',
      '1 MARR',
      '2 DATE 10 FEB 1840',
      '0 @I3@ INDI',
      '0 @F2@ FAM',
      '1 HUSB @I1@',
      '1 WIFE @I3@',
      '1 MARR N',
    ),
  )
  expect(people.map(({ isDeceased }) => isDeceased)).toEqual([false, true, false])
  expect(connections).toMatchObject([
    { kind: 'married', startDate: '1840-02-10', endDate: '' },
    { kind: 'unknown', startDate: '' },
  ])
})

test('how a child came into a family is what the standard’s word says, whatever is said of it beside', async () => {
  const kindOf = async (...pedigree: string[]) => {
    const { connections } = await readGedcom(
      file(
        '0 @I1@ INDI',
        '0 @I2@ INDI',
        '1 FAMC @F1@',
        ...pedigree,
        '0 @F1@ FAM',
        '1 HUSB @I1@',
        '1 CHIL @I2@',
      ),
    )
    return connections.map(({ kind }) => kind)
  }
  expect(await kindOf('2 PEDI ADOPTED', '3 PHRASE by his stepfather')).toEqual(['adoptive'])
  expect(await kindOf('2 PEDI BIRTH', '3 PHRASE as the church book says')).toEqual(['birth'])
  expect(await kindOf('2 PEDI FOSTER', '3 PHRASE step by step one of us')).toEqual(['foster'])
  expect(await kindOf('2 PEDI OTHER', '3 PHRASE Stepchild')).toEqual(['step'])
  expect(await kindOf('2 PEDI OTHER')).toEqual(['unknown'])
})

test('the words of a date are all of those in its brackets, and empty ones hide no date', async () => {
  const bornIn = async (...lines: string[]) =>
    (await readGedcom(file('0 @I1@ INDI', '1 BIRT', ...lines))).people[0]?.dateOfBirth
  expect(await bornIn('2 DATE INT 1943 (in spring (or so) of the year)')).toBe(
    '1943 (in spring (or so) of the year)',
  )
  expect(await bornIn('2 DATE (in spring (or so))')).toBe('in spring (or so)')
  expect(await bornIn('2 DATE 2 MAY 1943', '3 PHRASE')).toBe('1943-05-02')
  expect(await bornIn('2 DATE INT 1943 ()')).toBe('1943')
})

describe('encodings', () => {
  const text = (charset: string) =>
    `0 HEAD\n1 CHAR ${charset}\n1 GEDC\n2 VERS 5.5.1\n0 @I1@ INDI\n1 NAME Zoë /Łuczak/\n0 TRLR\n`
  const utf16 = (bigEndian: boolean, withMark: boolean) => {
    const bytes = Buffer.from(`${withMark ? '\ufeff' : ''}${text('UNICODE')}`, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }

  test.for([
    ['UTF-8', Buffer.from(text('UTF-8'))],
    ['UTF-8', Buffer.from(`\ufeff${text('UTF-8')}`)],
    ['UTF-16LE', utf16(false, true)],
    ['UTF-16BE', utf16(true, true)],
    ['UTF-16LE', utf16(false, false)],
    ['UTF-16BE', utf16(true, false)],
  ] as const)('%s is read', async ([encoding, bytes]) => {
    expect(await readGedcom(bytes)).toMatchObject({
      encoding,
      people: [{ firstName: 'Zoë', lastName: 'Łuczak' }],
    })
  })

  test('ANSEL is read, with its marks before their letters', async () => {
    const [before, after] = text('ANSEL').split('Zoë /Łuczak/')
    const name = Buffer.from([0x5a, 0x6f, 0xe8, 0x65, 0x20, 0x2f, 0xa1, 0x75, 0x63, 0x7a, 0x61, 0x6b, 0x2f])
    const bytes = Buffer.concat([Buffer.from(before ?? ''), name, Buffer.from(after ?? '')])
    expect(await readGedcom(bytes)).toMatchObject({
      encoding: 'ANSEL',
      people: [{ firstName: 'Zoë', lastName: 'Łuczak' }],
    })
    expect(decodeAnsel(Uint8Array.from([0xf0, 0x63, 0xe2, 0x41, 0xcf]))).toBe('çÁß')
    expect(decodeAnsel(Uint8Array.from([0xfc, 0x6f, 0xe8, 0xe8, 0x75, 0x20, 0xe2]))).toBe('o\u0338ü\u0308 ')
  })

  test.for(['IBMPC', 'IBM DOS', 'IBM-PC', 'MSDOS', 'MS-DOS'])(
    'the signs of DOS are read where the header says %s',
    async (said) => {
      const [before, after] = text(said).split('Zoë /Łuczak/')
      // Zoë /Müller-Peña ß/
      const name = Buffer.from('Zo\x89 /M\x81ller-Pe\xa4a \xe1/', 'latin1')
      const bytes = Buffer.concat([Buffer.from(before ?? ''), name, Buffer.from(after ?? '')])
      expect(await readGedcom(bytes)).toMatchObject({
        encoding: 'IBMPC',
        people: [{ firstName: 'Zoë', lastName: 'Müller-Peña ß' }],
      })
    },
  )

  test.for([
    ['CP1251', 'windows-1251', '\xc8\xe2\xe0\xed /\xcf\xe5\xf2\xf0\xee\xe2/', 'Иван', 'Петров'],
    ['WINDOWS-1250', 'windows-1250', 'Zo\xeb /\xa3uczak/', 'Zoë', 'Łuczak'],
    ['ISO-8859-2', 'iso-8859-2', 'Zo\xeb /\xa3uczak/', 'Zoë', 'Łuczak'],
    ['MACINTOSH', 'macintosh', 'Zo\x91 /M\x9fller/', 'Zoë', 'Müller'],
  ] as const)('%s is read as %s', async ([said, encoding, name, firstName, lastName]) => {
    const bytes = Buffer.from(text(said).replace('Zoë /Łuczak/', name), 'latin1')
    expect(await readGedcom(bytes)).toMatchObject({ encoding, people: [{ firstName, lastName }] })
  })

  test.for(['ANSI', 'IBM WINDOWS', 'IBM_WINDOWS', 'UTF-8'])(
    'Latin-1 is read, also where the header says %s',
    async (said) => {
      const bytes = Buffer.from(text(said).replace('Łuczak', 'Müller'), 'latin1')
      expect(await readGedcom(bytes)).toMatchObject({
        encoding: 'Latin-1',
        people: [{ firstName: 'Zoë', lastName: 'Müller' }],
      })
    },
  )

  test.for(['', '\ufeff'])(
    'one letter that is broken by the end of a line does not change all others, “%s” before it',
    async (mark) => {
      const [before, halves, after] = [
        text('UTF-8').replace('0 TRLR\n', '1 NOTE Der Gro'),
        Buffer.from('\xc3\r\n2 CONC \x9fvater \xff', 'latin1'),
        '\n2 CONT und Zoë\n0 TRLR\n',
      ]
      const bytes = Buffer.concat([Buffer.from(mark + before), halves, Buffer.from(after)])
      expect(await readGedcom(bytes)).toMatchObject({
        encoding: 'UTF-8',
        people: [{ firstName: 'Zoë', lastName: 'Łuczak', bio: 'Der Großvater \ufffd\nund Zoë' }],
      })
    },
  )
})

describe('a hostile or broken file', () => {
  const begun = '0 HEAD\n0 @I1@ INDI\n'
  test.for([
    ['NOT_GEDCOM', Buffer.from('<html>')],
    ['NOT_GEDCOM', Buffer.from([0, 1, 2, 3])],
    ['COMPRESSED', Buffer.from('PK\u0003\u0004 a bomb')],
    ['TRUNCATED', Buffer.from(`${begun}1 NAME Ve`)],
    ['LINE_TOO_LONG', Buffer.from(`${begun}1 NOTE ${'x'.repeat(10_000_000)}\n0 TRLR`)],
    ['LINE_TOO_LONG', Buffer.from(`${begun}1 NOTE x\n${`2 CONC ${'x'.repeat(90_000)}\n`.repeat(20)}0 TRLR`)],
  ] as const)('is refused with %s', async ([reason, bytes]) => {
    expect(await reasonOf(bytes)).toBe(reason)
  })

  test('of a million nested lines is refused at once', async () => {
    const lines = Array.from({ length: 1_000_000 }, (_, level) => `${level + 1} NOTE`)
    expect(await reasonOf(Buffer.from(`0 HEAD\n${lines.join('\n')}\n0 TRLR`))).toBe('TOO_DEEP')
  })

  test('of 60,000 people is refused before it is kept', async () => {
    const people = Array.from({ length: 60_000 }, (_, index) => `0 @I${index}@ INDI`).join('\n')
    expect(await reasonOf(Buffer.from(`0 HEAD\n${people}\n0 TRLR`))).toBe('TOO_MANY_PEOPLE')
  })

  test('of any bytes is read or refused, never more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => void (await reasonOf(bytes))),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 300 }),
        async (text) => void (await reasonOf(file(...text.split('\n')))),
      ),
    )
  })
})

/** Text as Kinora keeps it: trimmed, without NUL, lines ended by \n; everything but a bio is on one line. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('a@b', '@', '@@x', 'O’Neill', '/x/', 'x'.repeat(700)),
  )
  .map((one) => one.replace(/[\0\r\n]/g, ' ').trim())
const life = fc.array(text, { maxLength: 3 }).map((lines) => lines.join('\n').trim())
const name = text.map((one) => one.replace(/\s+/g, ' ').slice(0, 60).trim())
const short = text.map((one) => one.slice(0, 150).trim())
const date = fc.oneof(
  short.filter((one) => !/^INT |^\(|\)$/.test(one)),
  fc.constantFrom(
    'about 1943',
    '1943-05-02',
    '1943-05',
    'between 1940 and 1945',
    'before 1900',
    '44 BC',
    'um 1943',
    '2 May 1943',
    'julian 25 October 1917',
    'from 1940 to 1945',
    'abt 1943',
    '1852-06-24 (feast of St John)',
    'about 1852 (or so)',
    '11 Feb 1731/32',
    'Hebrew 2 Tevet 5758',
    'from French Republican 1 to French Republican Germinal 2 (or so)',
  ),
)

const person = (index: number): fc.Arbitrary<FilePerson> =>
  fc.record({
    xref: fc.constant(`@I${index + 1}@`),
    uid: fc.constant(`uid-${index}`),
    firstName: name,
    lastName: name,
    birthName: name,
    sex: fc.constantFrom(...sexes),
    dateOfBirth: date,
    placeOfBirth: short,
    dateOfDeath: date,
    placeOfDeath: short,
    isDeceased: fc.constant(true),
    currentLocation: short,
    email: short,
    phone: short,
    bio: life,
    relationship: fc.constantFrom(...relationships),
    via: fc.constantFrom('', '@I1@'),
    isSelf: fc.constant(index === 0),
    isPlaceholder: fc.boolean(),
    portrait: fc.constantFrom('', `portraits/${index} é.jpg`),
  })

const COUNT = 6
const pairs = Array.from({ length: COUNT }, (_, a) => a).flatMap((a) =>
  Array.from({ length: a }, (_, b) => [b, a] as const),
)
const connection = ([a, b]: readonly [number, number]): fc.Arbitrary<FileConnection | null> => {
  const ends = { from: `@I${a + 1}@`, to: `@I${b + 1}@` }
  const none = { label: '', startDate: '', startPlace: '', endDate: '' }
  return fc.oneof(
    fc.constant(null),
    fc.constantFrom(...parentKinds).map((kind) => ({ type: 'parent' as const, kind, ...ends, ...none })),
    fc
      .record({ kind: fc.constantFrom(...unionKinds), startDate: date, startPlace: short, endDate: date })
      .map((union) => ({ type: 'partner' as const, ...ends, ...none, ...union })),
    short.map((label) => ({ type: 'other' as const, kind: 'unknown' as const, ...ends, ...none, label })),
  )
}
const fileStory = (index: number): fc.Arbitrary<FileStory> =>
  fc.record({
    id: fc.constant(`0199c0de-0000-7000-8000-00000000000${index}`),
    title: short,
    description: life,
    date: short,
    speakers: fc.array(name.filter(Boolean), { maxLength: 2 }),
  })
const anyMedia: fc.Arbitrary<FileMedia[]> = fc
  .tuple(fileStory(0), fileStory(1))
  .chain((stories) =>
    fc.array(
      fc.record({
        path: fc.uuid().map((id) => `media/${id}.jpg`),
        mimeType: fc.constant('image/jpeg'),
        fileName: short.filter(Boolean),
        caption: short.map((one) => one && `Seen: ${one}`),
        story: fc.constantFrom(...stories),
        people: fc.uniqueArray(fc.constantFrom('@I1@', '@I2@', '@I3@'), { minLength: 1 }),
      }),
      { maxLength: 5 },
    ),
  )
  .map((media) => [...new Map(media.map((one) => [one.path, one])).values()])
const anyFamily: fc.Arbitrary<FileFamily> = fc.record({
  media: anyMedia,
  people: fc.tuple(...Array.from({ length: COUNT }, (_, index) => person(index))),
  connections: fc
    .tuple(...pairs.map(connection))
    .map((found) => found.filter((one): one is FileConnection => one !== null)),
})

const inOrder = (connections: FileConnection[]) =>
  connections
    .map((line) => {
      const [from, to] = line.type === 'parent' ? [line.from, line.to] : [line.from, line.to].toSorted()
      return JSON.stringify({ ...line, from, to }, Object.keys({ ...line }).toSorted())
    })
    .toSorted()

const shown = (media: FileMedia[]) =>
  media
    .map((one) => ({ ...one, people: one.people.toSorted() }))
    .toSorted((a, b) => a.path.localeCompare(b.path))

test.for(['5.5.1', '7.0'] as const)(
  'what Kinora writes as GEDCOM %s it reads again without a loss',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(anyFamily, async (family) => {
        const people = family.people.map((one) => (version === '7.0' ? one : { ...one, portrait: '' }))
        const packed = new Set([
          ...people.map(({ portrait }) => portrait),
          ...family.media.map(({ path }) => path),
        ])
        const read = await readGedcom(Buffer.from(await writeGedcom(family, version)), packed)
        expect(read.notUnderstood).toEqual([])
        expect(read.version).toBe(version)
        expect(read.people.map(({ dateInKey: _, ...one }) => one)).toEqual(people)
        expect(inOrder(read.connections)).toEqual(inOrder(family.connections))
        const stories = read.media.filter(({ story }) => story !== null)
        expect(shown(stories)).toEqual(version === '7.0' ? shown(family.media) : [])
      }),
      { numRuns: 80 },
    )
  },
)

test.for(['5.5.1', '7.0'] as const)(
  'an address stands where GEDCOM %s allows it, below a home',
  async (version) => {
    const [base] = fc.sample(person(0), 1)
    const write = async (facts: Partial<FilePerson>) => {
      const people = base ? [{ ...base, currentLocation: '', email: '', phone: '', ...facts }] : []
      const text = await writeGedcom({ people, connections: [], media: [] }, version)
      return text.split('\r\n').filter((line) => /RESI|PHON|EMAIL|^2 PLAC Wien/.test(line))
    }
    const [phone, email] = ['43 1', 'vera']
    expect(await write({ phone, email, currentLocation: 'Wien' })).toEqual([
      ...['1 RESI', '2 PLAC Wien', '2 PHON 43 1', '2 EMAIL vera'],
    ])
    expect(await write({ phone })).toEqual(['1 RESI', '2 PHON 43 1'])
    expect(await write({ email })).toEqual(['1 RESI', '2 EMAIL vera'])
    expect(await write({})).toEqual([])
  },
)

test('lines of version 5.5.1 are as short as it asks', async () => {
  const [first] = fc.sample(person(0), 1)
  const bio = 'word '.repeat(2_000).trim()
  const people = first ? [{ ...first, bio }] : []
  const lines = (await writeGedcom({ people, connections: [], media: [] }, '5.5.1')).split('\r\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(255)
  expect((await readGedcom(Buffer.from(lines.join('\r\n')))).people[0]?.bio).toBe(bio)
})

test('what a person may have at the longest comes back whole, and what is longer is not cut within a sign', async () => {
  const [base] = fc.sample(person(0), 1)
  const email = `${'a'.repeat(limits.email - '@example.com'.length)}@example.com`
  const bio = `${'b'.repeat(limits.longText - 1)}👵`
  const people = base ? [{ ...base, email, bio }] : []
  const bytes = Buffer.from(await writeGedcom({ people, connections: [], media: [] }, '7.0'))
  const [read] = (await readGedcom(bytes)).people
  expect(read?.email).toBe(email)
  expect(read?.bio).toBe('b'.repeat(limits.longText - 1))
})

test('a date in Kinora’s own words is written as the standard has it', async () => {
  const written = async (words: string) => {
    const [base] = fc.sample(person(0), 1)
    const people = base ? [{ ...base, dateOfBirth: words }] : []
    return /1 BIRT\r\n2 DATE (.*)/.exec(await writeGedcom({ people, connections: [], media: [] }, '7.0'))?.[1]
  }
  expect(await written('about 1943')).toBe('ABT 1943')
  expect(await written('between 1940 and 1945')).toBe('BET 1940 AND 1945')
  expect(await written('1943-05-02')).toBe('2 MAY 1943')
  expect(readDate('julian 25 October 1917') && (await written('julian 25 October 1917'))).toBe(
    'JULIAN 25 OCT 1917',
  )
  expect(
    writeDate(
      readDate('44 BC') ?? {
        modifier: 'exact',
        start: { calendar: 'gregorian', year: 1, month: 0, day: 0 },
        end: null,
      },
    ),
  ).toBe('44 BC')
})
