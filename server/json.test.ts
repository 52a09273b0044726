import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const told = String.raw

test('halves of signs become the sign for what cannot be read, in names and values and however deep', () => {
  const text = told`{"a\ud83d": ["x\udfffy", {"b": "\uD83D"}], "__proto__": "\ud800"}`

  const value = parseJson(text)

  expect(JSON.stringify(value)).toBe('{"a�":["x�y",{"b":"�"}],"__proto__":"�"}')
})

test('whole signs, spelt or written, and everything else stay as they are', () => {
  const text = told`{"a": "\ud83d\ude00 😀 \\ud83d", "b": [1, null, true], "c": {}}`

  expect(parseJson(text)).toEqual({ a: '😀 😀 \\ud83d', b: [1, null, true], c: {} })
})

test('what is no JSON is refused', () => {
  expect(() => parseJson(told`{"a": "\ud83d`)).toThrow(SyntaxError)
})
