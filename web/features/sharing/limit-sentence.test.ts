import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { sharingSentence } from './limit-sentence.ts'

const refused = (data: unknown) => ({ code: 'SHARING_LIMIT_REACHED', data })

test('who has shared with as many as the plan allows is told the number', () => {
  expect(sharingSentence(refused({ kind: 'viewers', limit: 5 }))).toContain('5 family members')
  expect(sharingSentence(refused({ kind: 'collaborators', limit: 3 }))).toContain('3 editors and admins')
})

test('a plan with room for one says so', () => {
  expect(sharingSentence(refused({ kind: 'viewers', limit: 1 }))).toContain('1 family member who looks.')
  expect(sharingSentence(refused({ kind: 'collaborators', limit: 1 }))).toContain('1 editor or admin.')
})

test('on the free plan the way on is named', () => {
  expect(sharingSentence(refused({ kind: 'collaborators', limit: 0 }))).toContain('choose Viewer')
})

test('an answer without the number still is a sentence', () => {
  expect(sharingSentence(refused(undefined))).toBe(
    'This plan does not allow more people. Everybody who has access keeps it.',
  )
})

test('whoever invites very many people is told for how long they have to stop, not to wait a moment', () => {
  const sentence = sharingSentence(Object.assign(new Error('too many'), { code: 'TOO_MANY_REQUESTS' }))
  expect(sentence).toContain(`at most ${limits.invitationsPerDay} invitations in a day`)
  expect(sentence).not.toContain('a moment')
})
