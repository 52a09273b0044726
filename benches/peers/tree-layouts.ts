import { registerHooks } from 'node:module'
import ELK from 'elkjs/lib/elk.bundled.js'
import { treeSizes } from '../../contract/tree-coordinates.ts'
import { layoutTree } from '../../contract/tree-layout.ts'
import type { GeneratedFamily } from '../../server/testing/seed/generated-family.ts'
import type { Point } from '../tree-quality.ts'

export type LayoutPeer = {
  name: string
  /** The people that were placed, by the centre of their card. A person whom a library draws twice counts once. */
  layout: (family: GeneratedFamily, selfId: string) => Promise<Map<string, Point>>
}

const { width, height } = treeSizes

export const ours: LayoutPeer = {
  name: 'ours',
  layout: async ({ people, lines }, selfId) => {
    const { placed } = layoutTree(selfId, people, lines)
    return new Map(placed.map(({ id, x, y }) => [id, { x, y }]))
  },
}

const elk = new ELK()

/** elkjs with its layered algorithm, as its documentation advises for hierarchies. */
export const elkLayered: LayoutPeer = {
  name: 'elkjs',
  layout: async ({ people, lines }) => {
    const graph = await elk.layout({
      id: 'family',
      layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'DOWN' },
      children: people.map(({ id }) => ({ id, width, height })),
      edges: lines
        .filter(({ type }) => type === 'parent')
        .map(({ fromId, toId }, index) => ({ id: `e${index}`, sources: [fromId], targets: [toId] })),
    })
    return new Map((graph.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
  },
}

type Relations = { parents: string[]; children: string[]; spouses: string[]; siblings: string[] }

function relationsOf({ people, lines }: GeneratedFamily): Map<string, Relations> {
  const found = new Map<string, Relations>(
    people.map(({ id }) => [id, { parents: [], children: [], spouses: [], siblings: [] }]),
  )
  for (const { type, fromId, toId } of lines) {
    const [from, to] = [found.get(fromId), found.get(toId)]
    if (!from || !to) continue
    if (type === 'parent') {
      from.children.push(toId)
      to.parents.push(fromId)
    } else {
      from.spouses.push(toId)
      to.spouses.push(fromId)
    }
  }
  for (const [id, own] of found) {
    const siblings = new Set(own.parents.flatMap((parent) => found.get(parent)?.children ?? []))
    siblings.delete(id)
    own.siblings = [...siblings]
  }
  return found
}

export async function relativesTree(): Promise<LayoutPeer> {
  // The library's files import each other without an extension, which only bundlers resolve.
  registerHooks({
    resolve: (specifier, context, next) => {
      const isItsOwn = context.parentURL?.includes('/relatives-tree/lib/') && specifier.startsWith('.')
      if (!isItsOwn) return next(specifier, context)
      try {
        return next(`${specifier}.js`, context)
      } catch {
        return next(`${specifier}/index.js`, context)
      }
    },
  })
  const { default: calcTree } = await import('relatives-tree')
  return {
    name: 'relatives-tree',
    layout: async (family, rootId) => {
      const relations = relationsOf(family)
      const nodes = family.people.map(({ id, sex }) => {
        const own = relations.get(id)
        const as = (ids: string[] | undefined, type: string) => (ids ?? []).map((one) => ({ id: one, type }))
        return {
          id,
          gender: sex,
          parents: as(own?.parents, 'blood'),
          children: as(own?.children, 'blood'),
          siblings: as(own?.siblings, 'blood'),
          spouses: as(own?.spouses, 'married'),
        }
      })
      const tree = calcTree(nodes as Parameters<typeof calcTree>[0], { rootId })
      return new Map(tree.nodes.map(({ id, left, top }) => [id, { x: left * 100, y: top * 100 }]))
    },
  }
}

export async function familyChart(): Promise<LayoutPeer> {
  const { calculateTree } = await import('family-chart')
  return {
    name: 'family-chart',
    layout: async (family, mainId) => {
      const relations = relationsOf(family)
      const data = family.people.map(({ id, sex }) => {
        const own = relations.get(id)
        const rels = {
          parents: own?.parents ?? [],
          children: own?.children ?? [],
          spouses: own?.spouses ?? [],
        }
        return { id, data: { gender: sex === 'male' ? 'M' : 'F' }, rels }
      })
      const tree = calculateTree(data as Parameters<typeof calculateTree>[0], {
        main_id: mainId,
        node_separation: width,
        level_separation: height,
        show_siblings_of_main: true,
      })
      return new Map(tree.data.map((one) => [one.data.id, { x: one.x, y: one.y }]))
    },
  }
}
