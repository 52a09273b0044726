import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Policies, PolicyNote } from './policy-note.tsx'

const [privacy, terms] = ['https://home.example/privacy', 'https://home.example/terms']
const markup = (policies: Policies | null) => renderToStaticMarkup(createElement(PolicyNote, { policies }))
const words = (policies: Policies | null) => markup(policies).replace(/<[^>]*>/g, '')
const leadsTo = (policies: Policies) =>
  [...markup(policies).matchAll(/href="([^"]*)"/g)].map(([, address]) => address)

test('whoever signs up agrees to what can be read, and is led to it', () => {
  expect(words({ privacy, terms })).toBe(
    'By signing up you agree to the privacy policy (opens in a new tab) and the terms of service (opens in a new tab) of this Kinora.',
  )
  expect(leadsTo({ privacy, terms })).toEqual([privacy, terms])
  expect(words({ privacy: null, terms })).toBe(
    'By signing up you agree to the terms of service (opens in a new tab) of this Kinora.',
  )
  expect(leadsTo({ privacy, terms: null })).toEqual([privacy])
})

test('what has been typed stays when it is read', () => {
  expect(markup({ privacy, terms }).match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(2)
})

test('nobody agrees to what there is not, nor to what is not known yet', () => {
  const none = { privacy: null, terms: null }
  expect(words(none)).toContain('no privacy policy and no terms of service')
  expect(words(none)).not.toContain('agree')
  expect(leadsTo(none)).toEqual([])
  expect(words(null)).toBe('')
})
