import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST } from './longest-first.ts'

test('every file that is to begin first is there, once', () => {
  const checkout = join(import.meta.dirname, '..', '..')
  expect(LONGEST.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
  expect(new Set(LONGEST).size).toBe(LONGEST.length)
})
