import { expect, test } from 'vitest'
import { effortOf } from '../../testing/effort.ts'
import { sentencesOf } from '../../told/sentences.ts'
import { chaptersOf } from './chapters.ts'
import { readLocally } from './local-reading.ts'

const PEOPLE = 20_000

test('a story is read in a moment also for a family of twenty thousand, of whom it names a few', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => ({
    id: `line-${at}`,
    transcriptId: 'talk',
    language: 'en',
    words: `Then Vera${at % 3} danced with cousin Rose${at} Kos${at} at the fair in Brod${at % 5} all night.`
      .split(' ')
      .map((text) => ({ text, startMs: at * 1_000, endMs: at * 1_000 + 500, confidence: 1, heard: true })),
  }))
  const family = Array.from({ length: PEOPLE }, (_, at) => ({
    id: `person-${at}`,
    firstName: at < 3 ? `Vera${at}` : `Rose${Math.floor(at / 2)}`,
    lastName: `Kos${at}`,
  }))
  const places = family.map((_, at) => `Brod${at}, Croatia`)

  let drafts: ReturnType<typeof readLocally> = []
  const effort = await effortOf(() => {
    drafts = readLocally(
      sentencesOf(lines, (word) => word),
      { family, places },
    )
  })

  const named = (kind: string) => drafts.filter((draft) => draft.kind === kind).map(({ text }) => text)
  expect(named('place')).toEqual(['Brod0', 'Brod1', 'Brod2', 'Brod3', 'Brod4'])
  // Two people are called Rose7, so neither counts as named unless the last name is said, too.
  expect(named('person').slice(0, 3)).toEqual(['Vera0 Kos0', 'Vera1 Kos1', 'Vera2 Kos2'])
  expect(named('person')).not.toContain('Rose7 Kos14')
  expect(effort).toBeLessThan(64)
}, 600_000)

test('a talk of a hundred thousand sentences is cut into chapters in a moment', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => {
    // Somebody pauses now and then.
    const startMs = at * 1_000 + Math.floor(at / 9_000) * 9_000
    const words = [{ text: `word${at}.`, startMs, endMs: startMs + 500, confidence: 1, heard: true }]
    return { id: `line-${at}`, transcriptId: 'talk', language: 'en', words }
  })
  const sentences = sentencesOf(lines, (word) => word)
  const effort = await effortOf(() => expect(chaptersOf(sentences).length).toBeGreaterThan(1))
  expect(effort).toBeLessThan(80)
}, 600_000)
