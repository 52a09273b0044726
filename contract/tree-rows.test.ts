import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { countCrossings } from '#contract/tree-crossings.ts'
import { buildGraph, type LayoutLine, type LayoutPerson } from '#contract/tree-graph.ts'
import { layoutTree, type Placed } from '#contract/tree-layout.ts'

const parent = (fromId: string, toId: string): LayoutLine => ({ type: 'parent', fromId, toId })
const partner = (fromId: string, toId: string): LayoutLine => ({ type: 'partner', fromId, toId })
const named = (...ids: string[]): LayoutPerson[] => ids.map((id) => ({ id }))
const STEP = treeSizes.width + treeSizes.partnerGap

type Family = { people: LayoutPerson[]; lines: LayoutLine[]; generation: Map<string, number> }

/** A family in which everybody marries within their generation and has children in the next one. */
const layered: fc.Arbitrary<Family> = fc
  .array(fc.nat(4), { minLength: 1, maxLength: 40 })
  .chain((generations) => {
    const person = fc.nat(generations.length - 1)
    return fc.array(fc.tuple(person, person), { maxLength: 60 }).map((pairs) => {
      const people = generations.map((_, index) => ({ id: `p${index}` }))
      const of = (index: number) => generations[index] ?? 0
      const lines = pairs
        .filter(([a, b]) => a !== b && Math.abs(of(a) - of(b)) <= 1)
        .map(([a, b]) => {
          if (of(a) === of(b)) return partner(`p${a}`, `p${b}`)
          return of(a) < of(b) ? parent(`p${a}`, `p${b}`) : parent(`p${b}`, `p${a}`)
        })
      return { people, lines, generation: new Map(generations.map((one, index) => [`p${index}`, one])) }
    })
  })

/** By person, the first of the people to whom lines join them, which identifies their family. */
function familyOf({ people, lines }: Family): Map<string, string> {
  const family = new Map(people.map(({ id }) => [id, id]))
  for (let changed = true; changed; ) {
    changed = false
    for (const { fromId, toId } of lines) {
      const [one = '', other = ''] = [family.get(fromId), family.get(toId)]
      if (one === other) continue
      for (const [id, of] of family) if (of === other) family.set(id, one)
      changed = true
    }
  }
  return family
}

function parentsOf(lines: readonly LayoutLine[]): Map<string, Set<string>> {
  const parents = new Map<string, Set<string>>()
  for (const { type, fromId, toId } of lines) {
    if (type === 'parent') parents.set(toId, new Set([...(parents.get(toId) ?? []), fromId]))
  }
  return parents
}

/** Pairs of partners, and pairs of people who have a child together. */
function couplesOf(lines: readonly LayoutLine[]): Map<string, Set<string>> {
  const couples = new Map<string, Set<string>>()
  const join = (one: string, other: string) => {
    couples.set(one, new Set([...(couples.get(one) ?? []), other]))
    couples.set(other, new Set([...(couples.get(other) ?? []), one]))
  }
  for (const { type, fromId, toId } of lines) if (type === 'partner') join(fromId, toId)
  for (const [one, other, ...more] of parentsOf(lines).values()) {
    if (one !== undefined && other !== undefined && more.length === 0) join(one, other)
  }
  return couples
}

const byId = (placed: readonly Placed[]) => new Map(placed.map((one) => [one.id, one]))

describe('where everybody marries within their generation', () => {
  test('every family stands by generations, also beside one in which that cannot be', () => {
    fc.assert(
      fc.property(layered, fc.boolean(), (family, isBesideAnother) => {
        // An impossible family: a parent who is also a partner of their own child, and the child’s other partner.
        const impossible = isBesideAnother ? [parent('x', 'y'), partner('x', 'y'), partner('y', 'z')] : []
        const others = isBesideAnother ? named('x', 'y', 'z') : []
        const place = byId(
          layoutTree('p0', [...family.people, ...others], [...family.lines, ...impossible]).placed,
        )
        const families = familyOf(family)
        for (const [id, generation] of family.generation) {
          const first = families.get(id) ?? ''
          const below = generation - (family.generation.get(first) ?? 0)
          expect((place.get(id)?.row ?? 0) - (place.get(first)?.row ?? 0)).toBe(below)
        }
      }),
    )
  })

  test('who has one partner stands beside them', () => {
    fc.assert(
      fc.property(layered, ({ people, lines }) => {
        const place = byId(layoutTree('p0', people, lines).placed)
        const couples = couplesOf(lines)
        for (const [id, [only = '', ...more]] of couples) {
          if (more.length > 0 || (couples.get(only)?.size ?? 0) > 1) continue
          expect(Math.abs((place.get(id)?.x ?? 0) - (place.get(only)?.x ?? 0))).toBeCloseTo(STEP, -1)
        }
      }),
    )
  })

  test('families that nothing joins stand one beside the other in every row', () => {
    fc.assert(
      fc.property(layered, (family) => {
        const families = familyOf(family)
        const { placed } = layoutTree('p0', family.people, family.lines)
        for (const row of Map.groupBy(placed, ({ row }) => row).values()) {
          const order = row.map(({ id }) => families.get(id))
          const runs = order.filter((one, index) => one !== order[index - 1])
          expect(runs).toEqual([...new Set(runs)])
        }
      }),
    )
  })

  test('crossings are counted as whoever counts each pair of lines', () => {
    const twoParents = layered.map(({ lines, ...family }) => {
      const had = new Map<string, number>()
      const kept = lines.filter(({ type, toId }) => {
        if (type === 'parent') had.set(toId, (had.get(toId) ?? 0) + 1)
        return type !== 'parent' || (had.get(toId) ?? 0) <= 2
      })
      return { ...family, lines: kept }
    })
    fc.assert(
      fc.property(twoParents, ({ people, lines }) => {
        const { placed, crossings } = layoutTree('p0', people, lines)
        const standing = new Map<string, number>()
        for (const row of Map.groupBy(placed, ({ row }) => row).values()) {
          for (const [index, { id }] of row.entries()) standing.set(id, index)
        }
        const rowOf = new Map(placed.map(({ id, row }) => [id, row]))
        const drawn = [...parentsOf(lines)].map(([child, parents]) => {
          const places = [...parents].map((id) => standing.get(id) ?? 0)
          const from = places.reduce((sum, one) => sum + one, 0) / places.length
          return { row: rowOf.get(child), from, to: standing.get(child) ?? 0 }
        })
        const counted = drawn.flatMap((one, index) =>
          drawn.slice(index + 1).filter(({ row, from, to }) => {
            return row === one.row && (from - one.from) * (to - one.to) < 0
          }),
        )
        expect(crossings).toBe(counted.length)
      }),
    )
  })
})

test('in any order of any rows, the lines between neighbouring ones that cross are counted, and no others', () => {
  const anyRows = fc.array(fc.tuple(fc.nat(3), fc.nat()), { minLength: 1, maxLength: 16 }).chain((people) => {
    const person = fc.nat(people.length - 1)
    return fc.array(fc.tuple(person, person), { maxLength: 24 }).map((pairs) => ({ people, pairs }))
  })
  fc.assert(
    fc.property(anyRows, ({ people, pairs }) => {
      const row = Int32Array.from(people, ([one]) => one)
      const of = (person: number) => row[person] ?? 0
      const rows = [0, 1, 2, 3].map((wanted) =>
        Int32Array.from(
          [...people.keys()]
            .filter((person) => of(person) === wanted)
            .toSorted((a, b) => (people[a]?.[1] ?? 0) - (people[b]?.[1] ?? 0)),
        ),
      )
      const position = new Int32Array(people.length)
      for (const inRow of rows) for (const [at, person] of inRow.entries()) position[person] = at

      const known = pairs.filter(([above, below]) => of(above) < of(below))
      const two = known.filter(
        ([, below], index) => known.slice(0, index).filter(([, one]) => one === below).length < 2,
      )
      const id = (person: number) => `p${String(person).padStart(2, '0')}`
      const graph = buildGraph(
        'p00',
        named(...people.map((_, person) => id(person))),
        two.map(([a, b]) => parent(id(a), id(b))),
      )

      const drawn = [...people.keys()].flatMap((child) => {
        const above = new Set(
          two.filter(([a, b]) => b === child && of(a) === of(child) - 1).map(([a]) => position[a] ?? 0),
        )
        if (above.size === 0) return []
        return [
          { row: of(child), from: [...above].reduce((a, b) => a + b) / above.size, to: position[child] ?? 0 },
        ]
      })
      const crossing = drawn.flatMap((one, index) =>
        drawn
          .slice(index + 1)
          .filter((other) => one.row === other.row && (one.from - other.from) * (one.to - other.to) < 0),
      )
      expect(countCrossings(graph, { rows, row, position })).toBe(crossing.length)
    }),
    { numRuns: 300 },
  )
})

test('a family whose lines need not cross is drawn so, also where a brother and a sister have a child', () => {
  const lines = [
    parent('oma', 'p'),
    parent('oma', 'b'),
    parent('q', 'b'),
    parent('p', 'kid'),
    parent('b', 'kid'),
  ]
  const { placed, crossings } = layoutTree('b', named('b', 'kid', 'oma', 'p', 'q'), lines)
  expect(crossings).toBe(0)
  const [first, second] = placed.filter(({ row }) => row === 0).map(({ id }) => id)
  const [left, right] = placed.filter(({ row }) => row === 1).map(({ id }) => id)
  expect([first, second].indexOf('q')).toBe([left, right].indexOf('b'))
})

describe('brothers and sisters', () => {
  test('stand from the eldest to the youngest, whoever has no birthday last', () => {
    const people = [
      { id: 'mum' },
      { id: 'a', bornDay: 30 },
      { id: 'b', bornDay: null },
      { id: 'c', bornDay: 10 },
      { id: 'd', bornDay: 20 },
      { id: 'e' },
    ]
    const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => parent('mum', id))
    const { placed } = layoutTree('mum', people, lines)
    expect(placed.map(({ id }) => id)).toEqual(['mum', 'c', 'd', 'a', 'b', 'e'])
  })

  test('who brings a family of their own stand at its side', () => {
    const people = ['mum', 'a', 'b', 'c', 'tom', 'toms'].map((id, bornDay) => ({ id, bornDay }))
    const lines = [
      ...['a', 'b', 'c'].map((id) => parent('mum', id)),
      partner('a', 'tom'),
      parent('toms', 'tom'),
    ]
    const { placed, crossings } = layoutTree('mum', people, lines)
    expect(placed.map(({ id }) => id)).toEqual(['mum', 'toms', 'b', 'c', 'a', 'tom'])
    expect(crossings).toBe(0)
  })
})

test('who married one after the other stand in that order, each between two partners, whatever their ids', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { minLength: 2 }), (chain) => {
      const lines = chain.slice(1).map((id, index) => partner(chain[index] ?? '', id))
      const order = layoutTree('a', named(...chain), lines).placed.map(({ id }) => id)
      expect([chain.join(''), chain.toReversed().join('')]).toContain(order.join(''))
    }),
  )
})

test('a couple below a marriage across generations stands side by side all the same', () => {
  const people = named('man', 'wife', 'stepdaughter', 'son', 'bride')
  const lines = [
    partner('man', 'wife'),
    parent('wife', 'stepdaughter'),
    partner('man', 'stepdaughter'),
    parent('man', 'son'),
    parent('stepdaughter', 'son'),
    partner('son', 'bride'),
  ]
  const at = new Map(layoutTree('man', people, lines).placed.map((one) => [one.id, one]))
  expect(at.get('bride')?.row).toBe(at.get('son')?.row)
  expect(Math.abs((at.get('bride')?.x ?? 0) - (at.get('son')?.x ?? 0))).toBe(STEP)
})

test('who is joined by no descent and no union stands beside the others as a stranger does', () => {
  const { placed } = layoutTree('a', named('a', 'b'), [{ type: 'other', fromId: 'a', toId: 'b' }])
  expect(placed.map(({ row, x }) => [row, x])).toEqual([
    [0, 0],
    [0, treeSizes.width + treeSizes.gap],
  ])
})

describe('a drawing', () => {
  test('begins at its left edge and ends at its right one, a row below the other', () => {
    fc.assert(
      fc.property(layered, ({ people, lines }) => {
        const { placed, width, height } = layoutTree('p0', people, lines)
        expect(Math.min(...placed.map(({ x }) => x))).toBe(0)
        expect(Math.max(...placed.map(({ x }) => x)) + treeSizes.width).toBe(width)
        expect(placed.every(({ row, y }) => y === row * treeSizes.rowStep)).toBe(true)
        expect(Math.max(...placed.map(({ y }) => y)) + treeSizes.height).toBe(height)
      }),
    )
  })

  test('of a couple and their children has the children in the middle below, and other parents above their own', () => {
    const ids = ['mum', 'dad', 'a', 'b', 'c', 'oma', 'opa']
    const lines = [
      ...['a', 'b', 'c'].flatMap((id) => [parent('mum', id), parent('dad', id)]),
      parent('oma', 'mum'),
      parent('opa', 'dad'),
    ]
    const place = byId(layoutTree('a', named(...ids), lines).placed)
    const x = (id: string) => place.get(id)?.x ?? Number.NaN
    const distance = treeSizes.width + treeSizes.gap
    const [left, middle, right] = ['a', 'b', 'c'].map(x).toSorted((a, b) => a - b)
    expect([(middle ?? 0) - (left ?? 0), (right ?? 0) - (middle ?? 0)]).toEqual([distance, distance])
    expect(Math.abs((middle ?? 0) - (x('mum') + x('dad')) / 2)).toBeLessThanOrEqual(1)
    expect(Math.sign(x('oma') - x('opa'))).toBe(Math.sign(x('mum') - x('dad')))
  })

  test('counts lines that lead nowhere, to oneself, or are told twice, once or not at all', () => {
    const people = named('mum', 'you')
    const once = layoutTree('you', people, [parent('mum', 'you')])
    const lines = [
      parent('mum', 'you'),
      parent('mum', 'you'),
      parent('mum', 'gone'),
      partner('you', 'you'),
      { type: 'other' as const, fromId: 'mum', toId: 'you' },
    ]
    expect(layoutTree('you', people, lines)).toEqual(once)
  })
})
