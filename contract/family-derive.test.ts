import { expect, test } from 'vitest'
import type { ParentKind } from '#contract/family.ts'
import { type DerivedLine, LabelledFamily, type LabelledPerson } from '#contract/family-derive.ts'
import type { Relationship } from '#contract/relationships.ts'

const person = (id: string, relationship: Relationship, viaId: string | null = null): LabelledPerson => ({
  id,
  relationship,
  viaId,
})
const derive = (people: LabelledPerson[], drawn: DerivedLine[] = []) => {
  const family = new LabelledFamily('you', people)
  for (const line of drawn) family.draw(line)
  return family.derive()
}
const told = (people: LabelledPerson[], drawn: DerivedLine[] = []) =>
  derive(people, drawn).lines.map(({ type, fromId, toId, kind }) =>
    type === 'parent' ? `${fromId} > ${toId} ${kind}` : `${fromId} ${type} ${toId}`,
  )
const parent = (fromId: string, toId: string, kind: ParentKind = 'birth'): DerivedLine => ({
  type: 'parent',
  kind,
  fromId,
  toId,
})

test('parents, a spouse and children stand beside you at once', () => {
  expect(told([person('mum', 'Parent'), person('tom', 'Spouse'), person('kid', 'Child')])).toEqual([
    'mum > you birth',
    'you partner tom',
    'you > kid birth',
  ])
})

test('a sibling has your parents, and an unknown one where you have none', () => {
  expect(told([person('bo', 'Sibling')])).toEqual([
    'unknown:parent:you > you birth',
    'unknown:parent:you > bo birth',
  ])
  expect(told([person('bo', 'Sibling'), person('mum', 'Parent'), person('dad', 'Parent')])).toEqual([
    'dad > you birth',
    'mum > you birth',
    'dad > bo birth',
    'mum > bo birth',
  ])
})

test('the unknown parent gives way to a named one', () => {
  expect(derive([person('bo', 'Sibling'), person('mum', 'Parent')]).placeholders).toEqual([])
})

test('a grandparent hangs on the only parent, on the one that was named, and claims nothing where neither is so', () => {
  const both = [person('mum', 'Parent'), person('dad', 'Parent')]
  expect(told([person('mum', 'Parent'), person('oma', 'Grandparent')])).toContain('oma > mum birth')
  expect(told([...both, person('oma', 'Grandparent', 'dad')])).toContain('oma > dad birth')
  expect(told([...both, person('oma', 'Grandparent')])).toContain('you other oma')
  expect(told([person('oma', 'Grandparent')])).toEqual([
    'unknown:parent:you > you birth',
    'oma > unknown:parent:you birth',
  ])
})

test('the one that was named may be known by a drawn line alone, and is never oneself', () => {
  const drawn = [parent('mum', 'you'), parent('dad', 'you')]
  expect(told([person('oma', 'Grandparent', 'dad')], drawn)).toEqual(['oma > dad birth'])
  expect(told([person('aunt', 'Aunt/Uncle', 'mum')], [...drawn, parent('oma', 'mum')])).toEqual([
    'oma > aunt birth',
  ])
  expect(told([person('mum', 'Parent'), person('oma', 'Grandparent', 'you')])).toContain('oma > mum birth')
  expect(told([person('oma', 'Grandparent', 'you')], [parent('mum', 'you')])).toEqual(['oma > mum birth'])
  expect(told([person('oma', 'Grandparent', 'gone')], drawn)).toEqual(['you other oma'])
  expect(told([person('oma', 'Grandparent', 'gone')], [parent('mum', 'you')])).toEqual(['you other oma'])
  expect(told([person('oma', 'Grandparent', 'gone')])).toContain('oma > unknown:parent:you birth')
  expect(told([person('oma', 'Grandparent', 'gone')], [parent('unknown:parent:you', 'you')])).toEqual([
    'you other oma',
  ])
  expect(told([person('oma', 'Grandparent', 'unknown:parent:you')])).toContain(
    'oma > unknown:parent:you birth',
  )
})

test('an aunt shares a parent’s parents, and a cousin is her child', () => {
  const lines = told([person('mum', 'Parent'), person('aunt', 'Aunt/Uncle'), person('cousin', 'Cousin')])
  expect(lines).toContain('unknown:parent:mum > mum birth')
  expect(lines).toContain('unknown:parent:mum > aunt birth')
  expect(lines).toContain('aunt > cousin birth')
})

test('a cousin alone is joined by people whom nobody has named yet', () => {
  const { placeholders } = derive([person('cousin', 'Cousin')])
  expect(placeholders).toEqual([
    'unknown:parent:you',
    'unknown:parent:unknown:parent:you',
    'unknown:child:unknown:parent:unknown:parent:you',
  ])
})

test('a cousin hangs on the one aunt, whichever parent is her sibling, and on nobody where there are two parents alone', () => {
  const cousin = [person('cousin', 'Cousin')]
  for (const [first, second] of [
    ['mum', 'dad'],
    ['dad', 'mum'],
  ] as const) {
    const drawn = [parent(first, 'you'), parent(second, 'you')]
    expect(told(cousin, drawn)).toEqual(['you other cousin'])
    const aunt = [parent('oma', 'mum'), parent('oma', 'aunt')]
    expect(told(cousin, [...drawn, ...aunt])).toEqual(['aunt > cousin birth'])
  }
})

test('nieces and grandchildren hang on the one sibling and the one child', () => {
  const lines = told([
    person('mum', 'Parent'),
    person('bo', 'Sibling'),
    person('niece', 'Niece/Nephew'),
    person('kid', 'Child'),
    person('grandkid', 'Grandchild'),
  ])
  expect(lines).toContain('bo > niece birth')
  expect(lines).toContain('kid > grandkid birth')
})

test('who could be the child of several hangs on none of them, unless one was named', () => {
  const siblings = [person('mum', 'Parent'), person('bo', 'Sibling'), person('jo', 'Sibling')]
  expect(told([...siblings, person('niece', 'Niece/Nephew')])).toContain('you other niece')
  expect(told([...siblings, person('niece', 'Niece/Nephew', 'jo')])).toContain('jo > niece birth')
  expect(told([person('a', 'Child'), person('b', 'Child'), person('kid', 'Grandchild')])).toContain(
    'you other kid',
  )
})

test('a drawn union says nothing of where somebody comes from', () => {
  const labelled = [person('mum', 'Parent'), person('bo', 'Sibling'), person('niece', 'Niece/Nephew')]
  for (const [fromId, toId] of [
    ['niece', 'tom'],
    ['tom', 'niece'],
  ] as const) {
    const union: DerivedLine = { type: 'partner', kind: 'married', fromId, toId }
    expect(told(labelled, [union])).toContain('bo > niece birth')
  }
})

test('who is joined to you already gets no second line', () => {
  const union: DerivedLine = { type: 'partner', kind: 'married', fromId: 'tom', toId: 'you' }
  expect(told([person('tom', 'Spouse')], [union])).toEqual([])
  expect(told([person('you', 'Spouse'), person('a', 'Spouse')])).toEqual(['you partner a'])
})

test('what somebody drew wins over the label', () => {
  expect(told([person('bo', 'Sibling')], [parent('mum', 'bo')])).toEqual([])
  expect(told([person('mum', 'Parent')], [parent('mum', 'you')])).toEqual([])
  for (const [fromId, toId] of [
    ['you', 'tom'],
    ['tom', 'you'],
  ] as const) {
    expect(told([person('tom', 'Cousin')], [{ type: 'partner', kind: 'married', fromId, toId }])).toEqual([])
  }
})

test('a parent, a spouse or a child stands beside you although their own parents are drawn', () => {
  const labelled = [person('mum', 'Parent'), person('tom', 'Spouse'), person('kid', 'Child')]
  expect(told(labelled, [parent('oma', 'mum'), parent('opa', 'tom'), parent('tom', 'kid')])).toEqual([
    'mum > you birth',
    'you partner tom',
    'you > kid birth',
  ])
})

test('a third parent is not one by birth', () => {
  const three = ['a', 'b', 'c'].map((id) => person(id, 'Parent'))
  expect(told(three)).toContain('c > you unknown')
})

test('nobody becomes their own ancestor', () => {
  expect(told([person('x', 'Parent')], [parent('you', 'y'), parent('y', 'x')])).toEqual([])
})

test('the order in which people were read does not matter', () => {
  const people = [person('mum', 'Parent'), person('aunt', 'Aunt/Uncle'), person('bo', 'Sibling')]
  expect(told(people.toReversed())).toEqual(told(people))
})

test('a stepparent of yours is not said to be a sibling’s parent by birth', () => {
  for (const kind of ['step', 'adoptive', 'foster', 'unknown'] as const) {
    const drawn = [parent('mum', 'you'), parent('jo', 'you', kind)]
    expect(told([person('bo', 'Sibling')], drawn)).toEqual(['mum > bo birth', 'jo > bo unknown'])
  }
  const mums = [parent('mum', 'you'), parent('second', 'mum', 'step')]
  expect(told([person('aunt', 'Aunt/Uncle')], mums)).toEqual(['second > aunt unknown'])
})
