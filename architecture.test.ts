import { expect, it } from 'vitest'
import { rules } from './scripts/architecture/rules.ts'
import { sizesOf } from './scripts/architecture/sizes.ts'
import { readSourceTree } from './scripts/architecture/source-tree.ts'

const tree = readSourceTree(import.meta.dirname)

it.each(rules)('$title', ({ complaints }) => {
  expect(complaints(tree)).toEqual([])
})

it('half of the files have at most 70 lines, and nine of ten at most 160', () => {
  const { files, median, p90, largest, largestPath } = sizesOf(tree.files)
  console.log(
    `${files} files: ${median} lines in the median, ${p90} in the 90th percentile, ${largest} at most (${largestPath})`,
  )
  expect(files).toBeGreaterThan(1_000)
  expect(median).toBeLessThanOrEqual(70)
  expect(p90).toBeLessThanOrEqual(160)
})
