import { expect, test } from 'vitest'
import type { FamilyConnection, FamilyTree, TreePerson } from '#contract/family.ts'
import { nearestFirst } from './nearest-first.ts'

const orderOf = (selfId: string, ids: string[], pairs: [string, string][]) => {
  const people = ids.map((id) => ({ id }) as TreePerson)
  const connections = pairs.map(([fromId, toId]) => ({ fromId, toId }) as FamilyConnection)
  const tree: FamilyTree = { selfId, people, connections }
  return nearestFirst(tree).map(({ id }) => id)
}

test('people come in the order of how many lines lie between them and oneself, whichever way the lines go', () => {
  const lines: [string, string][] = [
    ['grandmother', 'mother'],
    ['mother', 'me'],
    ['me', 'child'],
  ]
  expect(orderOf('me', ['grandmother', 'mother', 'child', 'me'], lines)).toEqual([
    'me',
    'mother',
    'child',
    'grandmother',
  ])
})

test('whom no line reaches comes last, in the order of the tree', () => {
  expect(orderOf('me', ['stranger', 'friend', 'mother', 'me'], [['mother', 'me']])).toEqual([
    'me',
    'mother',
    'stranger',
    'friend',
  ])
})
