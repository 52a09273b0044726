import { expect, it } from 'vitest'
import type { PageDraft, PassageDraft } from '#contract/book-material.ts'
import type { BookVoice } from '#contract/book-pages.ts'
import type { OldPage } from './counterpart.ts'
import { mixedPages } from './mixed-pages.ts'

const passage = (text: string, voice: BookVoice | null = null): PassageDraft => ({
  kind: 'words',
  speaker: '',
  text,
  verbatim: null,
  voice,
})

/** A passage of seconds of the recording. */
const told = (text: string, from: number, to: number) =>
  passage(text, { recordingId: 'r1', startMs: from * 1_000, endMs: to * 1_000 })

const draft = (...passages: PassageDraft[]): PageDraft => ({
  storyId: 's1',
  content: { kind: 'text', passages },
})

const old = (...passages: PassageDraft[]): OldPage => ({
  content: { kind: 'text', passages: passages.map((each) => ({ ...each, id: each.text })) },
  edited: false,
})

/** The page as it is after its passages were put differently, or taken out where there is no text. */
function edited(page: OldPage, ...texts: string[]): OldPage {
  if (page.content.kind !== 'text') throw new Error('a page without passages')
  const { passages } = page.content
  const madeOf = passages.map(({ voice }) => (voice === null ? [] : [voice]))
  const left = passages.slice(0, texts.length).map((each, at) => ({ ...each, text: texts[at] ?? '' }))
  return { content: { kind: 'text', passages: left, madeOf }, edited: true }
}

/** The texts of the mixed pages, page by page. */
const pagesOf = (drafts: PageDraft[], pages: OldPage[]) =>
  mixedPages(drafts, pages, (page) => page.edited).map((one) => {
    const content = 'draft' in one ? one.draft.content : one.stays.content
    return content.kind === 'text' ? content.passages.map(({ text }) => text).join(' ') : content.kind
  })

const [a, b, c, d, e] = [
  told('a', 0, 9),
  told('b', 10, 19),
  told('c', 20, 29),
  told('d', 30, 39),
  told('e', 40, 49),
]

it('takes what an edited page says out of all new pages, and nothing else', () => {
  const pages = [old(a, b), edited(old(c, d), 'C', 'D'), old(e)]
  expect(pagesOf([draft(a), draft(b, c), draft(d, e)], pages)).toEqual(['a', 'b', 'C D', 'e'])
  expect(pagesOf([draft(a, b), draft(c, d), draft(e)], pages)).toEqual(['a b', 'C D', 'e'])
  expect(pagesOf([draft(a), draft(b, c, d, e)], pages)).toEqual(['a', 'b', 'C D', 'e'])
})

it('keeps a passage of which an edited page says only a part', () => {
  const pages = [old(a, b), edited(old(c), 'C'), old(d)]
  expect(pagesOf([draft(a, b), draft(told('c and more', 20, 34), told('rest', 35, 39))], pages)).toEqual([
    'a b',
    'C',
    'c and more rest',
  ])
})

it('keeps what another voice said in between', () => {
  const yes = told('yes', 24, 25)
  const pages = [old(a, b), edited(old(c), 'C'), old(yes, d)]
  expect(pagesOf([draft(a, b), draft(c), draft(yes, d)], pages)).toEqual(['a b', 'C', 'yes d'])
  const without = [old(a, b), edited(old(c), 'C'), old(d)]
  expect(pagesOf([draft(a, b), draft(c), draft(yes, d)], without)).toEqual(['a b', 'C', 'yes d'])
})

it('keeps a refrain at each of its places, wherever it stands on an edited page', () => {
  const [one, two, three, refrain] = [passage('one'), passage('two'), passage('three'), passage('refrain')]
  const pages = [old(one, refrain), old(two, refrain), edited(old(three, refrain), 'THREE', 'refrain')]
  const drafts = () => [draft(one, { ...refrain }), draft(two, { ...refrain }), draft(three, { ...refrain })]
  expect(pagesOf(drafts(), pages)).toEqual(['one refrain', 'two refrain', 'THREE refrain'])

  const more = [...drafts(), draft(passage('four'))]
  expect(pagesOf(more, pages)).toEqual(['one refrain', 'two refrain', 'three', 'THREE refrain', 'four'])
})

it('keeps words that were written since beside an edited page', () => {
  const [one, two] = [passage('one'), passage('two')]
  expect(pagesOf([draft(c, one)], [edited(old(c, one), 'C', 'ONE')])).toEqual(['C ONE'])
  expect(pagesOf([draft(c, one, two)], [edited(old(c, one), 'C', 'one')])).toEqual(['C one', 'two'])
})

it('knows a page of a written chapter by the places its sentences rest on, also where none of them stands as it was', () => {
  const spans = [{ lineId: 'l1', startMs: 20_000, endMs: 29_000, text: 'c' }]
  const written = { ...c, sentences: [{ text: 'c', spans }] }
  const inOtherWords = { ...c, id: 'c', text: 'C', sentences: [] }
  const page: OldPage = { content: { kind: 'text', passages: [inOtherWords] }, edited: true }
  expect(pagesOf([draft(written), draft(d)], [page])).toEqual(['C', 'd'])
  expect(pagesOf([draft(c)], [page])).toEqual(['C', 'c'])
})
