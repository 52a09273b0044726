import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NamedHashes } from './named-hashes.ts'

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')

test('what was named is always found again, and hardly anything else', () => {
  const named = new NamedHashes()
  for (let object = 0; object < 50_000; object += 1) named.add(hashOf(`kept ${object}`))

  for (let object = 0; object < 50_000; object += 1) expect(named.has(hashOf(`kept ${object}`))).toBe(true)
  const mistaken = Array.from({ length: 50_000 }, (_, object) => named.has(hashOf(`other ${object}`)))
  expect(mistaken.filter(Boolean)).toEqual([])
})
