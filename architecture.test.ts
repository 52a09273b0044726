import { expect, it } from 'vitest'
import { rules } from './scripts/architecture/rules.ts'
import { readSourceTree } from './scripts/architecture/source-tree.ts'

const tree = readSourceTree(import.meta.dirname)

it.each(rules)('$title', ({ complaints }) => {
  expect(complaints(tree)).toEqual([])
})
