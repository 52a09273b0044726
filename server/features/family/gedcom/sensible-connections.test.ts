import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesInCircles } from './sensible-connections.ts'

type Line = { type: string; from: string; to: string }

const person = fc.integer({ min: 0, max: 7 })
const descent = (from: number, to: number): Line => ({ type: 'parent', from: `${from}`, to: `${to}` })
/** Lines from lower numbers to higher ones form no circle, in whatever order they are read. */
const standingLines = fc.array(
  fc
    .tuple(person, person)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => descent(Math.min(one, other), Math.max(one, other))),
  { maxLength: 12 },
)
const newLines = fc.array(
  fc.tuple(person, person).map(([from, to]) => descent(from, to)),
  { maxLength: 12 },
)

/** Takes away again and again the lines from people without a parent. @returns what is left: circles, and what hangs below them */
function circlesIn(lines: readonly Line[]): readonly Line[] {
  const left = lines.filter(({ from }) => lines.some(({ to }) => to === from))
  return left.length === lines.length ? left : circlesIn(left)
}

test('nobody becomes their own ancestor by what is added to lines that stay', async () => {
  await fc.assert(
    fc.asyncProperty(standingLines, newLines, async (standing, added) => {
      const leftOut = await linesInCircles(added, standing)
      expect([...leftOut].filter((line) => !added.includes(line))).toEqual([])
      expect(circlesIn([...standing, ...added.filter((line) => !leftOut.has(line))])).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('lines that close no circle all come in', async () => {
  await fc.assert(
    fc.asyncProperty(standingLines, standingLines, async (standing, added) => {
      expect([...(await linesInCircles(added, standing))]).toEqual([])
    }),
  )
})
