import { Search } from 'lucide-react'
import { afterEach, expect, it } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { foundOptions, type PalettePage, pageCalled } from './palette-options.tsx'

const page: PalettePage = { label: 'Invite your family', icon: Search, link: { to: '/app/family' } }
const nothingFound: SearchAnswer = {
  matching: 'exact',
  instead: [],
  stories: [],
  nextCursor: null,
  people: [],
  prompts: [],
  books: [],
}
const lowered = String.prototype.toLocaleLowerCase

afterEach(() => {
  String.prototype.toLocaleLowerCase = lowered
})

/** The language of a running process cannot be changed, so a Turkish browser's answer is given for it. */
function speakTurkish(): void {
  String.prototype.toLocaleLowerCase = function () {
    return lowered.call(this, 'tr')
  }
}

it('finds the pages by their English names in a browser whose language lowers the letter I to another one', () => {
  speakTurkish()
  for (const typed of ['invite', 'Invite', 'INVITE'])
    expect(foundOptions(typed, [page], undefined)[0]).toMatchObject({ title: 'Invite your family' })
  expect(pageCalled('invite', [page])).toBe(page)
})

it('asks a found question as that question, and not as a title that looks like it', () => {
  const id = '0198a000-0000-7000-8000-000000000001'
  const text = 'What did the kitchen smell of?'
  const prompts = [{ id, text: { text, marks: [] }, category: 'General' as const }]
  const answer = { ...nothingFound, prompts }

  const asked = foundOptions('kitchen', [], answer).find((option) => option.id === id)

  expect(asked?.link.search).toMatchObject({ title: text, prompt: id })
})
