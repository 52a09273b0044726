import { expect, test } from 'vitest'
import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { branchOf } from '#contract/tree-branch.ts'

const line = (type: FamilyConnection['type'], fromId: string, toId: string) =>
  ({ id: `${fromId}-${toId}`, type, fromId, toId }) as FamilyConnection

function treeOf(connections: FamilyConnection[]): FamilyTree {
  const ids = [...new Set([...connections.flatMap(({ fromId, toId }) => [fromId, toId]), 'alone'])]
  return { selfId: 'you', people: ids.map((id) => ({ id })), connections } as FamilyTree
}
const idsOf = ({ people }: FamilyTree) => people.map(({ id }) => id).toSorted()

const family = treeOf([
  line('parent', 'great', 'oma'),
  line('parent', 'oma', 'mum'),
  line('parent', 'opa', 'mum'),
  line('parent', 'oma', 'aunt'),
  line('parent', 'aunt', 'cousin'),
  line('partner', 'mum', 'second'),
  line('parent', 'second', 'stepsister'),
  line('parent', 'mum', 'you'),
  line('parent', 'mum', 'bo'),
  line('partner', 'tom', 'you'),
  line('parent', 'tomsmum', 'tom'),
  line('parent', 'you', 'kid'),
  line('parent', 'kid', 'grandkid'),
  line('partner', 'kid', 'kidshusband'),
  line('other', 'you', 'friend'),
  line('other', 'you', 'mum'),
])

test('a branch is who somebody comes from, who comes from them, and with whom all these are or had their children', () => {
  expect(idsOf(branchOf(family, 'you'))).toEqual(
    ['you', 'mum', 'oma', 'opa', 'great', 'second', 'tom', 'kid', 'kidshusband', 'grandkid'].toSorted(),
  )
  expect(idsOf(branchOf(family, 'oma'))).toEqual(
    [
      ...['great', 'oma', 'opa', 'mum', 'second', 'aunt', 'cousin', 'you', 'tom'],
      ...['bo', 'kid', 'kidshusband', 'grandkid'],
    ].toSorted(),
  )
  expect(idsOf(branchOf(family, 'aunt'))).toEqual(['aunt', 'cousin', 'great', 'oma'])
  expect(idsOf(branchOf(family, 'alone'))).toEqual(['alone'])
})

test('the other parent of a child is in the branch also where nobody drew a union, and nobody whom they brought', () => {
  const unmarried = treeOf([
    line('parent', 'oma', 'mum'),
    line('parent', 'sailor', 'mum'),
    line('parent', 'sailorsmum', 'sailor'),
    line('parent', 'sailor', 'halfsister'),
    line('partner', 'sailor', 'sailorswife'),
    line('parent', 'mum', 'you'),
    line('parent', 'dad', 'you'),
    line('parent', 'dadsmum', 'dad'),
  ])
  expect(idsOf(branchOf(unmarried, 'oma'))).toEqual(['dad', 'mum', 'oma', 'sailor', 'you'])
  expect(idsOf(branchOf(unmarried, 'sailorsmum'))).toEqual(
    ['dad', 'halfsister', 'mum', 'oma', 'sailor', 'sailorsmum', 'sailorswife', 'you'].toSorted(),
  )
  // Of each ancestor's children, only those on the way down to the person are included.
  expect(idsOf(branchOf(unmarried, 'mum'))).toEqual(
    ['dad', 'mum', 'oma', 'sailor', 'sailorsmum', 'sailorswife', 'you'].toSorted(),
  )
})

test('a branch has every line between those who are in it, and none that leads out of it', () => {
  const { connections, selfId } = branchOf(family, 'kid')
  expect(connections.map(({ id }) => id)).toEqual([
    'great-oma',
    'oma-mum',
    'opa-mum',
    'mum-second',
    'mum-you',
    'tom-you',
    'you-kid',
    'kid-grandkid',
    'kid-kidshusband',
    'you-mum',
  ])
  expect(selfId).toBe('you')
})

test('a circle of descent is walked once', () => {
  const lines = [line('parent', 'a', 'b'), line('parent', 'b', 'a')]
  expect(idsOf(branchOf(treeOf(lines), 'a'))).toEqual(['a', 'b'])
})
