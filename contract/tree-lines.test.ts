import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FamilyConnection, ParentKind, UnionKind } from '#contract/family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { layoutTree, type Placed } from '#contract/tree-layout.ts'
import { drawLines, pathOf } from '#contract/tree-lines.ts'

const { width, height, partnerGap, rowStep } = treeSizes
const STEP = width + partnerGap

type Given = Pick<FamilyConnection, 'type' | 'fromId' | 'toId'> & Partial<FamilyConnection>
const connection = (given: Given): FamilyConnection =>
  ({
    id: `${given.fromId}-${given.toId}`,
    kind: given.type === 'partner' ? 'married' : 'birth',
    label: '',
    startDate: '',
    startPlace: '',
    endDate: '',
    isAutomatic: false,
    version: 0,
    ...given,
  }) as FamilyConnection
const partners = (fromId: string, toId: string, kind: UnionKind = 'married') =>
  connection({ type: 'partner', fromId, toId, kind })
const parent = (fromId: string, toId: string, kind: ParentKind = 'birth') =>
  connection({ type: 'parent', fromId, toId, kind })
/** A person in a row, `cards` places from its left end. */
const at = (id: string, row: number, cards: number): Placed => ({
  id,
  row,
  x: cards * STEP,
  y: row * rowStep,
})

describe('a union', () => {
  test('is a line from card to card where two stand side by side, whoever was named first', () => {
    const placed = [at('ana', 1, 0), at('tom', 1, 1)]
    for (const union of [partners('ana', 'tom'), partners('tom', 'ana')]) {
      const [line] = drawLines(placed, [union])
      expect(line?.points).toEqual([width, rowStep + height / 2, STEP, rowStep + height / 2])
    }
  })

  test('runs below the cards of those who stand in between', () => {
    const [line] = drawLines([at('ana', 0, 0), at('bo', 0, 1), at('tom', 0, 2)], [partners('ana', 'tom')])
    const [fromX = 0, fromY, , under = 0, , , toX = 0, toY] = line?.points ?? []

    expect([fromY, toY]).toEqual([height, height])
    expect(fromX > 0 && fromX < width).toBe(true)
    expect(toX > 2 * STEP && toX < 2 * STEP + width).toBe(true)
    expect(under > height && under < rowStep).toBe(true)
    expect(line).toMatchObject({ left: fromX, right: toX, top: height, bottom: under })
  })

  test('across rows leads from the foot of the upper card to the head of the lower', () => {
    const [left, right] = [at('ana', 0, 0), at('tom', 1, 3)]
    for (const [one, other] of [
      [left, right],
      [at('ana', 1, 3), at('tom', 0, 0)],
    ] as const) {
      const [line] = drawLines([one, other], [partners('ana', 'tom')])
      expect(line?.points).toEqual([width / 2, height, 3 * STEP + width / 2, rowStep])
    }
    const [mirrored] = drawLines([at('ana', 1, 0), at('tom', 0, 3)], [partners('ana', 'tom')])
    expect(mirrored?.points).toEqual([3 * STEP + width / 2, height, width / 2, rowStep])
  })

  test('that has ended is drawn broken, as is what is no descent and no union', () => {
    const placed = [at('ana', 0, 0), at('tom', 0, 1)]
    const isBroken = (line: FamilyConnection) => drawLines(placed, [line])[0]?.isBroken

    expect(
      (['married', 'widowed', 'divorced', 'separated'] as const).map((kind) =>
        isBroken(partners('ana', 'tom', kind)),
      ),
    ).toEqual([false, false, true, true])
    expect(isBroken(connection({ type: 'other', fromId: 'ana', toId: 'tom', kind: 'unknown' }))).toBe(true)
  })
})

describe('descent', () => {
  test('leads from between two parents who stand side by side, once for both', () => {
    const placed = [at('mum', 0, 0), at('dad', 0, 1), at('you', 1, 2)]
    const lines = drawLines(placed, [parent('mum', 'you'), parent('dad', 'you', 'adoptive')])
    const middle = (STEP + width) / 2

    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ id: 'mum-you dad-you', type: 'parent', isBroken: false, toId: 'you' })
    const { points = [] } = lines[0] ?? {}
    const [, , , bus = 0] = points
    expect(points).toEqual([
      middle,
      height / 2,
      middle,
      bus,
      2 * STEP + width / 2,
      bus,
      2 * STEP + width / 2,
      rowStep,
    ])
    expect(bus > height && bus < rowStep).toBe(true)
  })

  test('leads straight down where the child stands below', () => {
    const [line] = drawLines([at('mum', 0, 1), at('you', 1, 1)], [parent('mum', 'you')])
    expect(line?.points).toEqual([STEP + width / 2, height, STEP + width / 2, rowStep])
  })

  test.each([
    ['do not stand side by side', [at('mum', 0, 0), at('dad', 0, 2)], []],
    ['stand in different rows', [at('mum', 0, 0), at('dad', -1, 0)], []],
    ['are more than two', [at('mum', 0, 0), at('dad', 0, 1), at('jo', 0, 2)], [parent('jo', 'you', 'step')]],
  ])('leads from each of the parents who %s, and is broken where it is not by birth', (_, parents, more) => {
    const drawn = [parent('mum', 'you'), parent('dad', 'you', 'foster'), ...more]
    const lines = drawLines([...parents, at('you', 1, 4)], drawn)

    expect(lines.map(({ id, isBroken }) => [id, isBroken])).toEqual(
      drawn.map(({ id, kind }) => [id, kind !== 'birth']),
    )
    for (const [index, { x, y }] of parents.entries()) {
      expect(lines[index]?.points.slice(0, 2)).toEqual([x + width / 2, y + height])
    }
  })

  test('of families whose lines would lie on each other runs at different heights, and of others at one', () => {
    const families = Array.from({ length: 7 }, (_, index) => index)
    const heightsOf = (reach: number) => {
      const placed = families.flatMap((index) => [
        at(`p${index}`, 0, index * 2),
        at(`c${index}`, 1, index * 2 + reach),
      ])
      return drawLines(
        placed,
        families.map((index) => parent(`p${index}`, `c${index}`)),
      ).map(({ points }) => points[3] ?? 0)
    }

    expect(new Set(heightsOf(1)).size).toBe(1)
    const crowded = heightsOf(20)
    expect(new Set(crowded.slice(0, 5)).size).toBe(5)
    expect(crowded.every((bus) => bus > height && bus < rowStep)).toBe(true)
    expect(crowded.slice(5)).toEqual(crowded.slice(0, 2))
  })

  test('keeps the children of one couple on one height', () => {
    const placed = [at('mum', 0, 2), at('dad', 0, 3), ...[0, 2, 5].map((card) => at(`c${card}`, 1, card))]
    const lines = drawLines(
      placed,
      [0, 2, 5].flatMap((card) => [parent('mum', `c${card}`), parent('dad', `c${card}`)]),
    )
    expect(lines).toHaveLength(3)
    expect(new Set(lines.map(({ points }) => points[3])).size).toBe(1)
  })
})

test('nothing leads to somebody who is not there', () => {
  const drawn = [parent('mum', 'you'), parent('you', 'kid'), partners('you', 'tom')]
  expect(drawLines([at('you', 1, 0)], drawn)).toEqual([])
  expect(drawLines([at('mum', 0, 0), at('you', 1, 0)], drawn).map(({ id }) => id)).toEqual(['mum-you'])
})

test('corners are written as the path that SVG draws', () => {
  expect(pathOf([1, 2, 3.5, 4, 5, 6])).toBe('M1 2L3.5 4L5 6')
})

test('of any family, every connection is drawn once, from card to card and inside its bounds', () => {
  const anyFamily = fc.integer({ min: 2, max: 25 }).chain((count) => {
    const person = fc.nat(count - 1)
    return fc
      .array(fc.tuple(fc.constantFrom('parent', 'partner', 'other'), person, person), { maxLength: 40 })
      .map((given) => ({
        people: Array.from({ length: count }, (_, index) => ({ id: `p${index}` })),
        drawn: given
          .filter(([, a, b]) => a !== b)
          .map(([type, a, b], index) =>
            connection({
              id: `l${index}`,
              type,
              fromId: `p${Math.min(a, b)}`,
              toId: `p${Math.max(a, b)}`,
            } as Given),
          ),
      }))
  })
  fc.assert(
    fc.property(anyFamily, ({ people, drawn }) => {
      const { placed } = layoutTree('p0', people, drawn)
      const place = new Map(placed.map((one) => [one.id, one]))
      const lines = drawLines(placed, drawn)

      expect(lines.flatMap(({ connections }) => connections.map(({ id }) => id)).toSorted()).toEqual(
        drawn.map(({ id }) => id).toSorted(),
      )
      for (const { type, points, toId, left, right, top, bottom } of lines) {
        const xs = points.filter((_, index) => index % 2 === 0)
        const ys = points.filter((_, index) => index % 2 === 1)
        expect([left, right, top, bottom]).toEqual([
          Math.min(...xs),
          Math.max(...xs),
          Math.min(...ys),
          Math.max(...ys),
        ])
        const child = place.get(toId)
        if (type === 'parent' && child) expect(points.slice(-2)).toEqual([child.x + width / 2, child.y])
      }
    }),
  )
})
