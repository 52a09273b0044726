import { expect, test } from 'vitest'
import type { Sex } from '#contract/family-members.ts'
import { type KinLine, kinOf, relationshipInWords, relationToYou } from '#contract/kinship.ts'
import {
  ancestorWord,
  collateralWord,
  descendantWord,
  partnerWord,
  removedWord,
} from '#contract/kinship-words.ts'

/*
 * Four generations around "you". The suffixes F and M give the sex.
 *
 * oma-F + opa-M -> mum-F, aunt-F;  oma's father great-M, his brother greatuncle-M -> cousin1-F -> cousin2-M -> cousin3-M
 */
const parent = (from: string, to: string, kind = 'birth'): KinLine =>
  ({ type: 'parent', kind, fromId: from, toId: to }) as KinLine
const union = (from: string, to: string, kind = 'married'): KinLine =>
  ({ type: 'partner', kind, fromId: from, toId: to }) as KinLine

const lines: KinLine[] = [
  parent('root-M', 'great-M'),
  parent('rootwife-F', 'great-M'),
  parent('root-M', 'greatuncle-M'),
  parent('rootwife-F', 'greatuncle-M'),
  parent('elder-F', 'root-M'),
  parent('eldest-M', 'elder-F'),
  parent('oldest-M', 'eldest-M'),
  parent('first-F', 'oldest-M'),
  parent('greatuncle-M', 'grandcousin-F'),
  parent('grandcousin-F', 'secondcousinup-M'),
  parent('secondcousinup-M', 'third-F'),
  parent('great-M', 'oma-F'),
  parent('greatwife-F', 'oma-F'),
  union('oma-F', 'opa-M'),
  parent('oma-F', 'mum-F'),
  parent('opa-M', 'mum-F'),
  parent('oma-F', 'aunt-F'),
  parent('opa-M', 'aunt-F'),
  union('aunt-F', 'auntshusband-M'),
  parent('aunt-F', 'cousin-M'),
  union('cousin-M', 'cousinswife-F'),
  parent('cousin-M', 'cousinschild-F'),
  parent('cousinschild-F', 'cousinsgrandchild-M'),
  union('mum-F', 'dad-M', 'divorced'),
  parent('mum-F', 'you'),
  parent('dad-M', 'you'),
  parent('mum-F', 'sister-F'),
  parent('dad-M', 'sister-F'),
  parent('dad-M', 'half-M'),
  parent('other-F', 'half-M'),
  parent('mum-F', 'adopted-M', 'adoptive'),
  parent('dad-M', 'adopted-M', 'adoptive'),
  union('mum-F', 'stepdad-M'),
  parent('stepdad-M', 'stepsister-F'),
  union('sister-F', 'sistershusband-M'),
  parent('sister-F', 'niece-F'),
  parent('niece-F', 'grandnephew-M'),
  union('you', 'tom-M'),
  parent('tomsmum-F', 'tom-M'),
  parent('tomsmum-F', 'tomsbrother-M'),
  parent('tomsgran-F', 'tomsmum-F'),
  parent('tomsgran-F', 'tomsuncle-M'),
  parent('tom-M', 'stepson-M'),
  parent('you', 'kid-F'),
  parent('tom-M', 'kid-F'),
  union('kid-F', 'kidshusband-M'),
  parent('kid-F', 'grandkid-M'),
  parent('grandkid-M', 'greatgrandkid-F'),
  parent('foster-F', 'you', 'foster'),
  union('you', 'ex-M', 'divorced'),
]

const sexOf = (id: string): Sex => {
  if (id.endsWith('-F')) return 'female'
  return id.endsWith('-M') ? 'male' : 'unknown'
}
const ids = [...new Set(lines.flatMap(({ fromId, toId }) => [fromId, toId])), 'stranger']
const kin = kinOf(
  ids.map((id) => ({ id, sex: sexOf(id) })),
  lines,
)
const toYou = (id: string) => relationshipInWords(kin, 'you', id)

test.for([
  ['mum-F', 'mother'],
  ['dad-M', 'father'],
  ['oma-F', 'grandmother'],
  ['great-M', 'great-grandfather'],
  ['root-M', 'great-great-grandfather'],
  ['elder-F', 'great-great-great-grandmother'],
  ['eldest-M', '4× great-grandfather'],
  ['oldest-M', '5× great-grandfather'],
  ['kid-F', 'daughter'],
  ['grandkid-M', 'grandson'],
  ['greatgrandkid-F', 'great-granddaughter'],
  ['sister-F', 'sister'],
  ['half-M', 'half-brother'],
  ['adopted-M', 'adoptive brother'],
  ['foster-F', 'foster mother'],
  ['aunt-F', 'aunt'],
  ['greatuncle-M', 'great-great-uncle'],
  ['niece-F', 'niece'],
  ['grandnephew-M', 'great-nephew'],
  ['cousin-M', 'cousin'],
  ['cousinschild-F', 'cousin’s daughter (first cousin once removed)'],
  ['cousinsgrandchild-M', 'cousin’s grandson (first cousin twice removed)'],
  ['grandcousin-F', 'grandmother’s cousin (first cousin twice removed)'],
  ['secondcousinup-M', 'mother’s second cousin (second cousin once removed)'],
  ['third-F', 'third cousin'],
  ['tom-M', 'husband'],
  ['ex-M', 'former husband'],
  ['tomsmum-F', 'mother-in-law'],
  ['tomsbrother-M', 'brother-in-law'],
  ['sistershusband-M', 'brother-in-law'],
  ['kidshusband-M', 'son-in-law'],
  ['stepdad-M', 'stepfather'],
  ['stepsister-F', 'stepsister'],
  ['stepson-M', 'stepson'],
  ['tomsgran-F', 'husband’s grandmother'],
  ['tomsuncle-M', 'husband’s uncle'],
  ['auntshusband-M', 'aunt’s husband'],
  ['cousinswife-F', 'cousin’s wife'],
  ['you', null],
  ['stranger', null],
] as const)('%s is your %s', ([id, words]) => {
  expect(toYou(id)).toBe(words)
})

test('distant cousins are counted, and so are the generations between them', () => {
  const cousins = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((up) => collateralWord(up, up, 'female', null))
  expect(cousins).toEqual([
    'cousin',
    ...['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', '9th', '10th'].map(
      (one) => `${one} cousin`,
    ),
  ])
  expect([12, 13, 14, 21, 22, 23, 24].map((up) => collateralWord(up, up, 'female', null))).toEqual(
    ['11th', '12th', '13th', '20th', '21st', '22nd', '23rd'].map((one) => `${one} cousin`),
  )
  expect(removedWord(23, 22)).toBe('21st cousin once removed')
  expect([1, 2, 3, 4, 5, 6].map((removed) => removedWord(2, 2 + removed))).toEqual(
    ['once', 'twice', 'three times', 'four times', 'five times', '6 times'].map(
      (one) => `first cousin ${one} removed`,
    ),
  )
  expect([removedWord(4, 3), removedWord(12, 10)]).toEqual([
    'second cousin once removed',
    '9th cousin twice removed',
  ])
})

test.each([
  ['married', ['wife', 'husband', 'partner']],
  ['widowed', ['wife', 'husband', 'partner']],
  ['divorced', ['former wife', 'former husband', 'former partner']],
  ['separated', ['separated wife', 'separated husband', 'separated partner']],
  ['engaged', ['fiancée', 'fiancé', 'fiancé(e)']],
  ['partners', ['partner', 'partner', 'partner']],
  ['unknown', ['partner', 'partner', 'partner']],
])('who is %s with somebody is called so', (kind, words) => {
  expect((['female', 'male', 'unknown'] as const).map((sex) => partnerWord(kind, sex))).toEqual(words)
})

test('what is not by birth is said in the way the word has it', () => {
  const natures = ['adoptive', 'foster', 'step', 'half', null] as const
  expect(natures.map((nature) => ancestorWord(1, 'female', nature))).toEqual([
    'adoptive mother',
    'foster mother',
    'stepmother',
    'half-mother',
    'mother',
  ])
  expect([
    ancestorWord(2, 'male', 'step'),
    collateralWord(3, 1, 'female', 'step'),
    collateralWord(2, 2, 'male', 'step'),
  ]).toEqual(['step-grandfather', 'step-great-aunt', 'step-cousin'])
  expect([descendantWord(1, 'male', 'step'), descendantWord(3, 'female', 'foster')]).toEqual([
    'stepson',
    'foster great-granddaughter',
  ])
})

test('without a sex the words take no side', () => {
  const plain = kinOf([], [parent('a', 'you'), parent('b', 'a'), parent('b', 'c'), parent('you', 'd')])
  const words = ['a', 'b', 'c', 'd'].map((id) => relationshipInWords(plain, 'you', id))
  expect(words).toEqual(['parent', 'grandparent', 'parent’s sibling', 'child'])
})

test('without a sex, elders and young to the side are told by whose siblings and children they are', () => {
  const line = ['elder', 'great', 'oma', 'mum', 'you'].map((id, at, all) => parent(all[at - 1] ?? 'root', id))
  const sides = [parent('elder', 'great’s'), parent('great', 'oma’s'), parent('mum', 'bo', 'adoptive')]
  const young = [parent('bo', 'a'), parent('a', 'b'), parent('b', 'c')]
  const plain = kinOf([], [...line, ...sides, ...young])

  expect(
    ['great’s', 'oma’s', 'bo', 'a', 'b', 'c'].map((id) => relationshipInWords(plain, 'you', id)),
  ).toEqual([
    'great-grandparent’s sibling',
    'grandparent’s sibling',
    'adoptive sibling',
    'adoptive sibling’s child',
    'adoptive sibling’s grandchild',
    'adoptive sibling’s great-grandchild',
  ])
})

test('whom no line of descent leads to is told by their label, and whom one leads to by the line', () => {
  const beside: KinLine = { type: 'other', kind: 'unknown', fromId: 'you', toId: 'oma' }
  const kin = kinOf([{ id: 'ma', sex: 'female' }], [parent('ma', 'you'), parent('pa', 'you'), beside])

  expect(relationToYou(kin, 'you', { id: 'oma', relationship: 'Grandparent' })).toBe('grandparent')
  expect(relationToYou(kin, 'you', { id: 'berta', relationship: 'Aunt/Uncle' })).toBe('aunt/uncle')
  expect(relationToYou(kin, 'you', { id: 'ma', relationship: 'Grandparent' })).toBe('mother')
  expect(relationToYou(kin, 'you', { id: 'rosa', relationship: 'Other' })).toBe('')
  expect(relationToYou(kin, 'you', { id: 'you', relationship: 'Parent' })).toBe('')
})

test('a sibling with one known parent is not called half', () => {
  const one = kinOf([], [parent('mum', 'you'), parent('dad', 'you'), parent('mum', 'bo')])
  expect(relationshipInWords(one, 'you', 'bo')).toBe('sibling')
  expect(relationshipInWords(one, 'bo', 'you')).toBe('sibling')

  const lines = [parent('mum', 'you'), parent('dad', 'you'), parent('mum', 'bo')]
  const older = kinOf([], [...lines, parent('oma', 'mum'), parent('opa', 'mum')])
  expect(relationshipInWords(older, 'you', 'bo')).toBe('sibling')
})

test('a sibling by birth through one parent whom the other adopted is a sibling', () => {
  const yours = [parent('dad', 'you'), parent('mum', 'you')]
  for (const lines of [yours, yours.toReversed()]) {
    const family = kinOf([], [...lines, parent('mum', 'bo'), parent('dad', 'bo', 'adoptive')])
    expect(relationshipInWords(family, 'you', 'bo')).toBe('sibling')
    expect(relationshipInWords(family, 'bo', 'you')).toBe('sibling')
  }
})

test('a stepparent by line is told as one', () => {
  const family = kinOf([{ id: 'jo', sex: 'male' }], [parent('jo', 'you', 'step'), parent('pa', 'jo')])
  expect(relationshipInWords(family, 'you', 'jo')).toBe('stepfather')
  expect(relationshipInWords(family, 'you', 'pa')).toBe('step-grandparent')

  const beside = [parent('jo', 'you', 'step'), parent('jo', 'bo'), parent('bo', 'kid')]
  const words = ['bo', 'kid'].map((id) => relationshipInWords(kinOf([], beside), 'you', id))
  expect(words).toEqual(['stepsibling', 'stepsibling’s child'])
})

test('a cousin of an elder is told through the elder who has that cousin, whoever else stands beside them', () => {
  const lines = [
    parent('opa-M', 'mum-F'),
    parent('oma-F', 'mum-F'),
    parent('mum-F', 'you'),
    parent('great-M', 'oma-F'),
    parent('root-F', 'great-M'),
    parent('root-F', 'uncle-M'),
    parent('uncle-M', 'cousin-F'),
    parent('elder-M', 'opa-M'),
    parent('elder-M', 'granduncle-M'),
  ]
  const people = lines.flatMap(({ fromId, toId }) => [fromId, toId]).map((id) => ({ id, sex: sexOf(id) }))
  const family = kinOf(people, lines)

  expect(relationshipInWords(family, 'you', 'cousin-F')).toBe(
    'grandmother’s cousin (first cousin twice removed)',
  )
  expect(relationshipInWords(family, 'you', 'granduncle-M')).toBe('great-uncle')
})

test('who is kin in two ways is told by the shorter one, and each way by its own ancestors', () => {
  const parents = [parent('dad', 'you'), parent('mum', 'you'), parent('oma', 'mum'), parent('opa', 'mum')]
  const aunt = [parent('oma', 'aunt'), parent('opa', 'aunt'), parent('aunt', 'jo')]
  const halfBrother = [parent('dad', 'bo'), parent('other', 'bo')]

  const far = [parent('bo', 'x'), parent('x', 'y'), parent('y', 'jo')]
  expect(relationshipInWords(kinOf([], [...parents, ...aunt, ...halfBrother, ...far]), 'you', 'jo')).toBe(
    'cousin',
  )

  const asNear = [parent('bo', 'x'), parent('x', 'jo')]
  expect(relationshipInWords(kinOf([], [...parents, ...aunt, ...halfBrother, ...asNear]), 'you', 'jo')).toBe(
    'half-sibling’s grandchild',
  )
})

test('half is who has one parent in common and another known on both sides, also among cousins', () => {
  const lines = [
    parent('oma', 'mum'),
    parent('opa', 'mum'),
    parent('mum', 'you'),
    parent('oma', 'aunt'),
    parent('second', 'aunt'),
    parent('aunt', 'jo'),
    parent('oma', 'uncle'),
    parent('uncle', 'bo'),
    parent('oma', 'foster'),
    parent('opa', 'foster', 'foster'),
  ]
  const words = ['aunt', 'jo', 'uncle', 'bo', 'foster'].map((id) =>
    relationshipInWords(kinOf([], lines), 'you', id),
  )
  expect(words).toEqual([
    'parent’s half-sibling',
    'half-cousin',
    'parent’s sibling',
    'cousin',
    'parent’s sibling',
  ])
})

test('the same ancestor on two sides is told by the nearer way', () => {
  const lines = [parent('a', 'b'), parent('b', 'you'), parent('a', 'c'), parent('c', 'd'), parent('d', 'you')]
  expect(relationshipInWords(kinOf([], lines), 'you', 'a')).toBe('grandparent')
})

test('who has one parent by birth in common with you, and a stepparent in your other one, is half', () => {
  const yours = [parent('mum', 'you'), parent('jo', 'you')]
  for (const lines of [yours, yours.toReversed()]) {
    const bo = [parent('mum', 'bo'), parent('jo', 'bo', 'step')]
    const alone = kinOf([], [...lines, ...bo])
    expect(relationshipInWords(alone, 'you', 'bo')).toBe('half-sibling')
    expect(relationshipInWords(alone, 'bo', 'you')).toBe('half-sibling')

    const both = kinOf([], [...lines, ...bo, parent('first', 'bo')])
    expect(relationshipInWords(both, 'you', 'bo')).toBe('half-sibling')
    expect(relationshipInWords(both, 'bo', 'you')).toBe('half-sibling')
  }
})
