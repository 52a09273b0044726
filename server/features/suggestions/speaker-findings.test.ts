import { expect, test } from 'vitest'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { spread, tokensOf } from '#contract/transcript-words.ts'
import { findSpeakers } from './speaker-findings.ts'

const line = (id: string, speaker: string | null, text: string): TranscriptLine => ({
  id,
  position: id,
  speaker,
  language: 'en',
  startMs: 0,
  endMs: 1_000,
  words: spread(tokensOf(text), { startMs: 0, endMs: 1_000 }),
  reading: null,
  readingIsOld: false,
  version: 0,
})

test('one voice is given one name, also where two that were merged into it say different ones', () => {
  const lines = [line('a', '1', 'my name is Oksana'), line('b', '2', 'my name is Ivan')]
  const speakers = [
    { key: '1', name: '', mergedInto: null, version: 0 },
    { key: '2', name: '', mergedInto: '1', version: 1 },
  ]

  const found = findSpeakers(lines, speakers, ['Oksana Petrenko', 'Ivan Petrenko'])

  expect(found.map(({ edit }) => edit)).toEqual([
    { type: 'nameSpeaker', speaker: '1', name: 'Oksana Petrenko' },
  ])
})

test('a speaker whom nobody can name is not suggested, and is called nobody where one is suggested for them', () => {
  const key = '0198c0de-0000-7000-8000-000000000001'
  const nameless = [{ key, name: '', mergedInto: null, version: 2 }]
  const lines = [line('a', key, 'we came home'), line('b', null, 'yes'), line('c', key, 'it was late')]
  expect(findSpeakers(lines, nameless, [])).toEqual([])

  const found = findSpeakers([line('a', key, 'my name is Oksana')], nameless, ['Oksana Petrenko'])
  expect(found).toMatchObject([{ original: 'Nobody named', suggested: 'Oksana Petrenko' }])
})
