import { expect, test } from 'vitest'
import { textOf, tokensOf } from '#contract/transcript-words.ts'

const joined = (tokens: readonly string[]) => textOf(tokens.map((text) => ({ text })))
/** The text as it stands once it has been split into the words of a transcript. */
const kept = (typed: string) => joined(tokensOf(typed))

test.each([
  ['years, months and hours', '昭和31年4月1日の3時30分、1956年に。'],
  ['what is counted', '約30人が5人の子と2,000円、第2次で①番'],
  ['parts of a hundred and money', '10%の人が€5を'],
  ['clock times', '12:30に着いた'],
  ['numbers between wide signs', '母（60）は「1956」年の5〜6人'],
  ['names of things that end with a number', 'A4の紙'],
  ['Chinese', '他在1956年3月来到北京。'],
])('numbers stand beside Chinese and Japanese words as people write them: %s', (_, text) => {
  expect(kept(text)).toBe(text)
})

test('a long vowel at the end of a word belongs to its script', () => {
  expect(kept('コーヒーとケーキを')).toBe('コーヒーとケーキを')
})

test('words as an engine gives them are joined alike', () => {
  expect(joined(['1956', '年', 'に', '30', '人'])).toBe('1956年に30人')
})

test.each([
  ['two numbers', '1956 1957'],
  ['words of scripts that have spaces', 'the 田中 family and 北京 too'],
  ['a number that ends a sentence in such a script', 'we came in 1956. 母は泣いた。'],
  ['a comma of such a script at a number', 'in 1956, 田中, 31 years old'],
  ['numbers in Thai, Lao, Khmer and Burmese, which set spaces around them', 'ปี 1956 เรามา'],
  ['numbers in Korean', '1956년 3월에'],
])('a space stays beside %s', (_, text) => {
  expect(kept(text)).toBe(text)
})

test('what is written without a space and is no word of such a script stays one word', () => {
  expect(tokensOf('12:30に3.5kmを')).toEqual(['12:30', 'に', '3.5km', 'を'])
  expect(tokensOf('1956年')).toEqual(['1956', '年'])
})
