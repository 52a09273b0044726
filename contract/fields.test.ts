import { expect, test } from 'vitest'
import {
  cursor,
  emailAddress,
  instant,
  optionalEmailAddress,
  optionalText,
  pageInput,
  requiredText,
  rowVersion,
  sha256Hex,
  timestamp,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'

const sentenceOf = (rule: ReturnType<typeof optionalText>, text: string) =>
  rule.safeParse(text).error?.issues[0]?.message

test('a text up to its limit is taken, whatever space is around it', () => {
  expect(optionalText(5).parse(`  ${'a'.repeat(5)}\n`)).toBe('aaaaa')
  expect(tooLong(5, `  ${'a'.repeat(5)}\n`)).toBeUndefined()
})

test('a text that is too long is told both numbers, with the schema and without', () => {
  const sentence =
    'No more than 5,000 characters fit here, and there are 10,000. Nothing of it is lost: please shorten it.'
  expect(sentenceOf(requiredText(5_000), 'a'.repeat(10_000))).toBe(sentence)
  expect(tooLong(5_000, 'a'.repeat(10_000))).toBe(sentence)
})

test('a text that has to say something and does not is told in the words of its field', () => {
  expect(sentenceOf(requiredText(10, 'Please enter a title'), '  ')).toBe('Please enter a title')
})

test.each(['👩‍👩‍👧‍👦 and us', 'שלום סבתא', '<b>bold</b>', "Robert'); drop table stories;--"])(
  '“%s” is text like any other',
  (text) => {
    expect(requiredText(200).parse(text)).toBe(text)
  },
)

test('an address counts without the space around it, and may be left out only where it is optional', () => {
  expect(emailAddress.parse(' anna@family.example ')).toBe('anna@family.example')
  expect(emailAddress.safeParse('').success).toBe(false)
  expect(optionalEmailAddress.parse(' ')).toBe('')
  expect(optionalEmailAddress.safeParse('by the church').success).toBe(false)
})

test.each([
  '2026-11-22T19:00:00Z',
  '1956-01-31T23:59:59.123456-11:00',
  '2026-11-22T19:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '0001-01-02T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '9999-12-30T23:59:59.999999Z',
])('%s is a time', (text) => {
  expect(instant.parse(text)).toBe(text)
})

test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.9999999Z',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
])('%s is refused, since the database could not keep it or not give it back', (text) => {
  expect(instant.safeParse(text).success).toBe(false)
})

test('a version leaves room for the next one, and a cursor holds no NUL', () => {
  expect(rowVersion.safeParse(2 ** 31 - 2).success).toBe(true)
  expect(rowVersion.safeParse(2 ** 31 - 1).success).toBe(false)
  expect(cursor.safeParse('V0').success).toBe(true)
  expect(cursor.safeParse('a\u0000b').success).toBe(false)
})

test('a page has at least one item and no more than fit, and begins without a cursor', () => {
  expect(pageInput.parse({})).toEqual({ limit: limits.pageSize })
  expect([1, '2', limits.pageSizeMax].map((limit) => pageInput.parse({ limit }).limit)).toEqual([
    1,
    2,
    limits.pageSizeMax,
  ])
  expect(
    [0, limits.pageSizeMax + 1, 1.5, 'all'].some((limit) => pageInput.safeParse({ limit }).success),
  ).toBe(false)
  expect([cursor.safeParse('a'.repeat(400)).success, cursor.safeParse('a'.repeat(401)).success]).toEqual([
    true,
    false,
  ])
})

test('a moment of a recording has minutes and seconds, also past the first hour', () => {
  expect(['00:00', '99:59', '300:00', '1000:00'].every((text) => timestamp.safeParse(text).success)).toBe(
    true,
  )
  expect(
    ['0:00', '00:60', '10000:00', '00:00:00', ' 00:00'].some((text) => timestamp.safeParse(text).success),
  ).toBe(false)
})

test('half a sign becomes the sign for one that is missing, and nothing is cut that could be kept', () => {
  expect(optionalText(10).parse('Oma \ud83c')).toBe('Oma \ufffd')
  expect(optionalText(10).safeParse('a\u0000b').success).toBe(false)
  expect(optionalText(2).parse(' 𠮷 ')).toBe('𠮷')
})

test('a hash is 64 hexadecimal digits in small letters', () => {
  expect(sha256Hex.safeParse(`${'0af'.repeat(21)}9`).success).toBe(true)
  for (const text of [`${'0AF'.repeat(21)}9`, 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64)]) {
    expect(sha256Hex.safeParse(text).success).toBe(false)
  }
})
