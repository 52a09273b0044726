import { expect, test } from 'vitest'
import { emailAddress, optionalEmailAddress, optionalText, requiredText } from '#contract/fields.ts'
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
