import { expect, it } from 'vitest'
import { standingComments } from './standing-comments.ts'

const [first, second, third] = ['2026-05-01', '2026-05-02', '2026-05-03'].map((createdAt) => ({
  id: createdAt,
  createdAt,
}))
if (!first || !second || !third) throw new Error('three comments are needed')

it('keeps a comment that is being reworded in its place when the list no longer has it', () => {
  expect(standingComments([third, first], [second])).toEqual([third, second, first])
  expect(standingComments([third, second], [first])).toEqual([third, second, first])
  expect(standingComments([], [first, second])).toEqual([second, first])
})

it('shows a comment that is still in the list as the list has it', () => {
  const asLoaded = { ...second }
  const [shown, ...others] = standingComments([asLoaded], [second])
  expect(shown).toBe(asLoaded)
  expect(others).toEqual([])
})
