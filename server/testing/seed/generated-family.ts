import type { LayoutLine, LayoutPerson } from '#contract/tree-graph.ts'
import { randomFrom } from './family-words.ts'

export type GeneratedFamily = {
  people: (LayoutPerson & { id: string; sex: 'female' | 'male'; bornDay: number })[]
  lines: LayoutLine[]
}

/**
 * A realistic family: couples with 1 to 5 children over several generations. A quarter of the spouses bring their parents, one in
 * 25 comes from a family that is already in the tree, and one person in eight marries twice, with children of both marriages.
 */
export function generateFamily(size: number, seed = 7): GeneratedFamily {
  const random = randomFrom(seed)
  const people: GeneratedFamily['people'] = []
  const lines: LayoutLine[] = []
  const add = (year: number) => {
    const id = `p${String(people.length).padStart(6, '0')}`
    people.push({ id, sex: people.length % 2 ? 'male' : 'female', bornDay: Math.round(year * 365.25) })
    return { id, year }
  }
  type Member = ReturnType<typeof add>
  const marry = (a: Member, b: Member) => lines.push({ type: 'partner', fromId: a.id, toId: b.id })
  const bear = (parents: Member[], year: number) => {
    const child = add(year)
    for (const parent of parents) lines.push({ type: 'parent', fromId: parent.id, toId: child.id })
    return child
  }
  const room = () => people.length < size

  const pool: Member[] = []
  const couple = add(1760)
  const first = add(1758)
  marry(couple, first)
  let families: Member[][] = [[couple, first]]
  while (room()) {
    const next: Member[][] = []
    for (const parents of families) {
      const year = (parents[0]?.year ?? 0) + 22 + Math.floor(random() * 6)
      const count = Math.floor(random() * 5) + 1
      for (let i = 0; i < count && room(); i += 1) {
        const child = bear(parents, year + i * 2)
        if (random() < 0.12 || !room()) continue
        let spouse: Member | undefined
        if (random() < 0.04) spouse = pool.splice(Math.floor(random() * pool.length), 1)[0]
        if (!spouse && random() < 0.25 && people.length + 4 < size) {
          const [mother, father] = [add(year - 25), add(year - 27)]
          marry(mother, father)
          spouse = bear([mother, father], year)
          if (random() < 0.5 && room()) pool.push(bear([mother, father], year + 3))
        }
        if (!room() && !spouse) break
        spouse ??= add(year)
        marry(child, spouse)
        next.push([child, spouse])
        if (random() < 0.12 && room()) {
          const second = add(year + 2)
          marry(child, second)
          next.push([child, second])
        }
      }
    }
    if (next.length === 0) {
      const again = [add(1780), add(1781)]
      if (again[0] && again[1]) marry(again[0], again[1])
      next.push(again)
    }
    families = next
  }
  const kept = people.slice(0, size)
  const known = new Set(kept.map((one) => one.id))
  return { people: kept, lines: lines.filter((line) => known.has(line.fromId) && known.has(line.toId)) }
}
