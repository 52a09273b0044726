import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileConnection } from './own-family.ts'
import { linesInCircles, sensibleConnections } from './sensible-connections.ts'

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

test.each([
  [['adoptive', 'birth'], 'birth', 'adoptive'],
  [['birth', 'adoptive'], 'birth', 'adoptive'],
  [['birth', 'birth'], 'birth', 'birth'],
  [['step', 'foster'], 'step', 'foster'],
] as const)(
  'of two lines from a parent to a child, %j, that by birth stays, else the first',
  async (kinds, stays, goes) => {
    const says = { label: '', startDate: '', startPlace: '', endDate: '' }
    const lines = kinds.map(
      (kind): FileConnection => ({ type: 'parent', kind, from: 'mum', to: 'kid', ...says }),
    )

    const { kept, left } = await sensibleConnections(lines, new Set(['mum', 'kid']))

    expect(kept).toMatchObject([{ kind: stays }])
    expect(left).toMatchObject([{ kind: goes, reason: 'second line' }])
  },
)

test('a line by birth the other way round, or a couple, is no better than the line that came first', async () => {
  const says = { label: '', startDate: '', startPlace: '', endDate: '' }
  const adopted: FileConnection = { type: 'parent', kind: 'adoptive', from: 'mum', to: 'kid', ...says }
  const around: FileConnection = { type: 'parent', kind: 'birth', from: 'kid', to: 'mum', ...says }
  const couple: FileConnection = { type: 'partner', kind: 'married', from: 'mum', to: 'kid', ...says }

  expect((await sensibleConnections([adopted, around], new Set(['mum', 'kid']))).kept).toEqual([adopted])
  const { kept } = await sensibleConnections([couple, { ...adopted, kind: 'birth' }], new Set(['mum', 'kid']))
  expect(kept).toEqual([couple])
})
