import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { effortOf } from '../../../testing/effort.ts'
import { longestTurn } from '../../../testing/longest-turn.ts'
import { decodeGedcom } from './decode.ts'
import { GedcomError } from './gedcom-error.ts'
import { readGedcom } from './read-gedcom.ts'
import { recordsOf } from './records.ts'

/*
 * Files that are written to harm the server: small, but large once they are parsed. They could stall everybody, because the
 * server parses a file in the process that answers all requests.
 */
const HEAD = '0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n'
const file = (lines: string) => Buffer.from(`${HEAD}${lines}0 TRLR\n`)
const person = (number: number, lines = '') => `0 @I${number}@ INDI\n1 NAME Ana ${number} /Kos/\n${lines}`
const each = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

test('a long note that a person names over and over is told as far as a page of theirs goes', async () => {
  const note = `0 @N1@ NOTE x\n${each(30, () => `1 CONC ${'y'.repeat(9_000)}\n`)}`
  const people = each(100, (number) => person(number, '1 NOTE @N1@\n'.repeat(300)))
  let bio = ''
  const effort = await effortOf(async () => {
    bio = (await readGedcom(file(note + people))).people[99]?.bio ?? ''
  })
  expect(bio).toHaveLength(limits.longText)
  expect(effort).toBeLessThan(16)
})

test('a couple is two: of hundreds in one family each with hundreds of children the file is refused', async () => {
  const lines = each(600, (number) => `1 HUSB @I${number}@\n1 CHIL @I${number}@\n`)
  await expect(readGedcom(file(`${each(600, person)}0 @F1@ FAM\n${lines}`))).rejects.toThrow(GedcomError)
})

test('a million witnesses of one person are refused', async () => {
  await expect(readGedcom(file(person(1, '1 ASSO @I2@\n'.repeat(1_000_000))))).rejects.toThrow(GedcomError)
})

test('a family of three partners and their children is read as before', async () => {
  const partners = '1 HUSB @I0@\n1 WIFE @I1@\n1 WIFE @I2@\n'
  const { connections } = await readGedcom(
    file(`${each(5, person)}0 @F1@ FAM\n${partners}1 CHIL @I3@\n1 CHIL @I4@\n`),
  )
  expect(connections.filter(({ type }) => type === 'parent')).toHaveLength(6)
})

test('words that a file makes up by the thousand are not all told', async () => {
  const { notUnderstood } = await readGedcom(
    file(
      person(
        1,
        each(5_000, (number) => `1 MADEUP${number}\n`),
      ),
    ),
  )
  expect(notUnderstood.length).toBeLessThan(1_100)
  expect(notUnderstood.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
})

test('a date of nothing but brackets takes no longer than another', async () => {
  const date = (said: string) => file(person(1, `1 BIRT\n2 DATE ${said}\n`))
  expect(await effortOf(() => readGedcom(date(`INT ${'('.repeat(40_000)}`)))).toBeLessThan(3)
  expect(await effortOf(() => readGedcom(date(`between ${' and 1'.repeat(16_000)}`)))).toBeLessThan(3)
  const dates = each(6_000, (number) => person(number, `1 BIRT\n2 DATE 1943${' ('.repeat(480)}\n`))
  expect(await effortOf(() => readGedcom(file(dates)))).toBeLessThan(30)
  const told = await readGedcom(date('INT 2 MAY 1943 (the day of the fair)'))
  expect(told.people[0]?.dateOfBirth).toBe('1943-05-02 (the day of the fair)')
})

test('a picture that one person shows over and over is theirs once', async () => {
  const packed = new Set(['fair.jpg'])
  const lines = '1 OBJE\n2 FILE fair.jpg\n'.repeat(60_000)
  const effort = await effortOf(async () => {
    const { media, people } = await readGedcom(file(person(1, lines)), packed)
    expect(media).toMatchObject([{ path: 'fair.jpg', people: ['@I1@'] }])
    expect(people[0]?.portrait).toBe('fair.jpg')
  })
  expect(effort).toBeLessThan(12)
})

test('a picture of everybody is told of everybody', async () => {
  const record = `0 @O1@ OBJE\n${'1 FILE fair.jpg\n'.repeat(300)}`
  const people = each(3_000, (number) => person(number, '1 OBJE @O1@\n'))
  const effort = await effortOf(async () => {
    const { media } = await readGedcom(file(record + people), new Set(['fair.jpg']))
    expect(media[0]?.people).toHaveLength(3_000)
  })
  expect(effort).toBeLessThan(16)
})

test('thousands of pictures that are all of thousands of people are refused', async () => {
  const packed = new Set(Array.from({ length: 2_000 }, (_, at) => `${at}.jpg`))
  const record = `0 @O1@ OBJE\n${[...packed].map((path) => `1 FILE ${path}\n`).join('')}`
  const people = each(1_000, (number) => person(number, '1 OBJE @O1@\n'))
  await expect(readGedcom(file(record + people), packed)).rejects.toThrow(GedcomError)
})

test('lines that are empty, or go on with notes, take no more memory than they are long', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const notes = each(4, (number) => `0 @N${number}@ NOTE x\n${'a\n'.repeat(480_000)}`)
  const text = file(`${notes}${'\n'.repeat(3_000_000)}`).toString()
  const before = held()
  const values: string[] = []
  let turns = 0
  let most = 0
  for (const record of recordsOf(text, () => expect.unreachable())) {
    if (record) values.push(record.value)
    else turns += 1
    if (!record && turns % 200 === 0) most = Math.max(most, held() - before)
  }
  expect(most).toBeLessThan(40_000_000)
  expect(values.map(({ length }) => length)).toEqual([0, ...Array<number>(4).fill(960_001), 0])
})

test('others have their turn while a large file is read', async () => {
  const people = each(20_000, (number) => person(number, '1 OCCU Baker\n'.repeat(80)))
  const bytes = file(people)
  const read = async () => expect((await readGedcom(bytes)).people).toHaveLength(20_000)
  expect(await longestTurn(read)).toBeLessThan(10)
})

test.each(['ANSEL', 'IBMPC'])(
  'others have their turn while a large file of %s is decoded, and no letter is lost',
  async (charset) => {
    const note = `1 NOTE ${'\xe8\xe8a\xe2e'.repeat(200)}\n`
    const lines = `${HEAD.replace('UTF-8', charset)}${each(20, (number) => person(number, note.repeat(1_000)))}0 TRLR\n`
    const bytes = Buffer.from(lines, 'latin1')
    let text = ''
    const longest = await longestTurn(async () => {
      text = (await decodeGedcom(bytes)).text
    })
    expect(longest).toBeLessThan(4)
    const whole = charset === 'ANSEL' ? 'a\u0308\u0308é'.normalize('NFC') : 'ΦΦaΓe'
    expect(text.split(whole)).toHaveLength(20 * 1_000 * 200 + 1)
  },
)
