import { expect, test } from 'vitest'
import type { Proposal } from '#contract/story-proposals.ts'
import { decisionBefore } from './proposals-to-decide.tsx'
import type { Decision } from './use-proposals.ts'

const proposal: Proposal = {
  id: 'p1',
  kind: 'person',
  origin: 'local',
  text: 'Grandma',
  reworded: true,
  state: 'accepted',
  evidence: [],
  transcriptId: null,
  startMs: null,
  familyMemberId: 'eva',
}
const reworded: Decision = { ids: ['p1'], decision: 'accepted', text: 'Granny', was: 'Grandma' }
const before = { ids: ['p1'], decision: 'accepted', text: 'Grandma', was: 'Granny' }

test('undoing another text leaves whom somebody else has chosen for it meanwhile', () => {
  const items = [{ ...proposal, text: 'Granny', familyMemberId: 'ana' }]
  expect(decisionBefore({ about: [proposal], decision: reworded }, { items })).toEqual(before)
})

test('undoing the choice of a person restores who was meant before, unless somebody else has chosen since', () => {
  const chosen = { about: [proposal], decision: { ...reworded, familyMemberId: 'boris' } }
  const now = (familyMemberId: string) => ({ items: [{ ...proposal, text: 'Granny', familyMemberId }] })

  expect(decisionBefore(chosen, now('boris'))).toEqual({ ...before, familyMemberId: 'eva' })
  expect(decisionBefore(chosen, { items: [] })).toEqual({ ...before, familyMemberId: 'eva' })
  expect(decisionBefore(chosen, now('ana'))).toEqual(before)
})

test('undoing that a text was taken back writes nobody’s choice over', () => {
  const opened: Decision = { ids: ['p1'], decision: 'open' }
  const items: Proposal[] = [{ ...proposal, state: 'open', text: 'Oma', familyMemberId: 'ana' }]
  expect(decisionBefore({ about: [proposal], decision: opened }, { items })).toEqual({
    ...before,
    was: 'Oma',
  })
})
