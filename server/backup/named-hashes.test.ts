import { expect, test } from 'vitest'
import { sha256Of } from '../sha256.ts'
import { NamedHashes } from './named-hashes.ts'

test('what was named is always found again, and hardly anything else', () => {
  const named = new NamedHashes()
  for (let object = 0; object < 50_000; object += 1) named.add(sha256Of(`kept ${object}`))

  for (let object = 0; object < 50_000; object += 1) expect(named.has(sha256Of(`kept ${object}`))).toBe(true)
  const mistaken = Array.from({ length: 50_000 }, (_, object) => named.has(sha256Of(`other ${object}`)))
  expect(mistaken.filter(Boolean)).toEqual([])
})
