import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { LayoutLine, LayoutPerson } from '#contract/tree-graph.ts'
import { layoutTree, type Placed } from '#contract/tree-layout.ts'

const parent = (fromId: string, toId: string): LayoutLine => ({ type: 'parent', fromId, toId })
const partner = (fromId: string, toId: string): LayoutLine => ({ type: 'partner', fromId, toId })
const named = (lines: LayoutLine[]): LayoutPerson[] =>
  [...new Set(lines.flatMap(({ fromId, toId }) => [fromId, toId]))].map((id) => ({ id }))
const layout = (lines: LayoutLine[], self = 'you') => layoutTree(self, named(lines), lines)
const rowsOf = (placed: Placed[]): string[] => {
  const rows: string[][] = []
  for (const { id, row } of placed) {
    rows[row] ??= []
    rows[row].push(id)
  }
  return rows.map((row) => row.join(' '))
}

describe('a family', () => {
  test('stands in rows by generation, couples side by side', () => {
    const lines = [
      partner('mum', 'dad'),
      parent('mum', 'you'),
      parent('dad', 'you'),
      parent('oma', 'mum'),
      partner('you', 'tom'),
      parent('you', 'kid'),
      parent('tom', 'kid'),
    ]
    const rows = rowsOf(layout(lines).placed)
    expect(rows.map((row) => row.split(' ').toSorted().join(' '))).toEqual([
      'oma',
      'dad mum',
      'tom you',
      'kid',
    ])
  })

  test('children stand below the middle between their parents', () => {
    const { placed } = layout([parent('mum', 'you'), parent('dad', 'you')])
    const x = (id: string) => placed.find((one) => one.id === id)?.x ?? Number.NaN
    expect(x('you')).toBe((x('mum') + x('dad')) / 2)
  })

  test('somebody with two partners stands between them, with the children of each on their side', () => {
    const lines = [
      partner('x', 'first'),
      partner('x', 'second'),
      parent('x', 'a'),
      parent('first', 'a'),
      parent('x', 'b'),
      parent('second', 'b'),
    ]
    const { placed, crossings } = layout(lines, 'a')
    const [above = '', below = ''] = rowsOf(placed)
    expect(['first x second', 'second x first']).toContain(above)
    expect(below).toBe(above.startsWith('first') ? 'a b' : 'b a')
    expect(crossings).toBe(0)
  })

  test('parents who are no couple stand together all the same', () => {
    const { placed } = layout([parent('p', 'a'), parent('q', 'you'), parent('r', 'you')])
    const [above = ''] = rowsOf(placed)
    expect(above).toMatch(/q r|r q/)
  })

  test('labels place those whom no line does, and separate families stand apart', () => {
    const people: LayoutPerson[] = [{ id: 'you' }, { id: 'gran', generation: -2 }, { id: 'a' }, { id: 'b' }]
    const { placed } = layoutTree('you', people, [parent('a', 'b')])
    expect(rowsOf(placed)).toEqual(['gran', undefined, 'you a', 'b'])
  })

  test('an uncle who marries his niece stands with her, below her parents', () => {
    const lines = [
      parent('oma', 'uncle'),
      parent('oma', 'mum'),
      parent('mum', 'niece'),
      partner('uncle', 'niece'),
    ]
    expect(rowsOf(layout(lines, 'niece').placed)[2]?.split(' ').toSorted()).toEqual(['niece', 'uncle'])
  })

  test('who marries an own child is told apart: descent wins', () => {
    const rows = rowsOf(layout([parent('a', 'you'), partner('a', 'you')]).placed)
    expect(rows).toEqual(['a', 'you'])
  })

  test('nobody at all is an empty layout', () => {
    expect(layoutTree('you', [], [])).toEqual({
      placed: [],
      width: 0,
      height: treeSizes.height,
      crossings: 0,
    })
  })
})

/** Any family: parents have lower numbers than their children, so that nobody is their own ancestor. */
const anyFamily = fc.integer({ min: 1, max: 60 }).chain((count) => {
  const person = fc.integer({ min: 0, max: count - 1 })
  const line = fc.tuple(fc.constantFrom('parent', 'parent', 'partner', 'other'), person, person)
  return fc.array(line, { maxLength: count * 2 }).map((drawn) => {
    const people: LayoutPerson[] = Array.from({ length: count }, (_, i) => ({ id: `p${i}`, bornDay: i }))
    const lines = drawn
      .filter(([, a, b]) => a !== b)
      .map(([type, a, b]) => ({
        type: type as LayoutLine['type'],
        fromId: `p${Math.min(a, b)}`,
        toId: `p${Math.max(a, b)}`,
      }))
    return { people, lines }
  })
})

describe('of any family', () => {
  test('everybody is placed once, and nobody overlaps', () => {
    fc.assert(
      fc.property(anyFamily, ({ people, lines }) => {
        const { placed } = layoutTree('p0', people, lines)
        expect(placed.map(({ id }) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
        const byRow = Map.groupBy(placed, ({ row }) => row)
        for (const row of byRow.values()) {
          for (let i = 1; i < row.length; i += 1) {
            const distance = (row[i]?.x ?? 0) - (row[i - 1]?.x ?? 0)
            expect(distance).toBeGreaterThanOrEqual(treeSizes.width + treeSizes.partnerGap - 1)
          }
        }
      }),
    )
  })

  test('every parent stands above every child', () => {
    fc.assert(
      fc.property(anyFamily, ({ people, lines }) => {
        const rowOf = new Map(layoutTree('p0', people, lines).placed.map(({ id, row }) => [id, row]))
        for (const { type, fromId, toId } of lines) {
          if (type === 'parent') expect(rowOf.get(fromId)).toBeLessThan(rowOf.get(toId) ?? -1)
        }
      }),
    )
  })

  test('the order it is given in changes nothing', () => {
    const shuffled = anyFamily.chain(({ people, lines }) =>
      fc.record({
        family: fc.constant({ people, lines }),
        people: fc.shuffledSubarray(people, { minLength: people.length }),
        lines: fc.shuffledSubarray(lines, { minLength: lines.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ family, people, lines }) => {
        expect(layoutTree('p0', people, lines)).toEqual(layoutTree('p0', family.people, family.lines))
      }),
    )
  })

  test('a couple of two stands side by side', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (couples) => {
        const lines = Array.from({ length: couples }, (_, i) => [
          partner(`a${i}`, `b${i}`),
          ...(i > 0 ? [parent(`a${Math.floor((i - 1) / 2)}`, `a${i}`)] : []),
        ]).flat()
        const { placed, crossings } = layout(lines, 'a0')
        const at = new Map(placed.map((one) => [one.id, one]))
        for (let i = 0; i < couples; i += 1) {
          const distance = Math.abs((at.get(`a${i}`)?.x ?? 0) - (at.get(`b${i}`)?.x ?? 0))
          expect(Math.abs(distance - treeSizes.width - treeSizes.partnerGap)).toBeLessThanOrEqual(1)
        }
        expect(crossings).toBe(0)
      }),
    )
  })
})
