import { expect, test } from 'vitest'
import { searchHelp } from './search.ts'
import type { HelpArticle } from './topics.ts'

const article = (slug: string, title: string, text: string): HelpArticle => ({
  slug,
  title,
  blocks: [
    { type: 'paragraph', words: ['An opening that says little.'] },
    { type: 'heading', id: 'the-part', text: 'The part' },
    { type: 'paragraph', words: [text.slice(0, 20), { type: 'strong', words: [text.slice(20)] }] },
  ],
})

const articles = [
  article('sharing', 'Share a story', 'Choose what somebody may do, and take it back whenever you like.'),
  article(
    'phone',
    'Your phone as the camera',
    'Point the camera of the phone at the code. To share it is easy.',
  ),
  article(
    'cafe',
    'Recording elsewhere',
    `${'Quiet rooms are best. '.repeat(12)}A café isn’t quiet, it is loud. ${'Or a park. '.repeat(12)}`,
  ),
]
const slugs = (question: string) => searchHelp(articles, question).map((hit) => hit.article.slug)

test('every word has to stand in the article, wherever it does', () => {
  expect(slugs('camera code')).toEqual(['phone'])
  expect(slugs('camera submarine')).toEqual([])
})

test('half a word is found while it is being typed', () => {
  expect(slugs('cam')).toEqual(['phone'])
})

test('what has the word in its title comes first', () => {
  expect(slugs('share')).toEqual(['sharing', 'phone'])
})

test('accents and capital letters make no difference', () => {
  expect(slugs('CAFE')).toEqual(['cafe'])
})

test('a question is one with its mark, and with any apostrophe', () => {
  expect(slugs('Share a story?')).toEqual(['sharing'])
  expect(slugs("“Isn't” a café loud?!")).toEqual(['cafe'])
})

test('the small words of a question need not stand in the article, unless nothing else was asked', () => {
  expect(slugs('How do I share my submarine?')).toEqual([])
  expect(slugs('How do I share my story?')).toEqual(['sharing'])
  expect(slugs('you')).toEqual(['phone', 'sharing'])
})

test('a hit shows the words around it and the part they stand in', () => {
  const [hit] = searchHelp(articles, 'loud')
  expect(hit?.snippet).toContain('A café isn’t quiet, it is loud.')
  expect(hit?.snippet).toMatch(/^… .+ …$/)
  expect(hit?.part).toEqual({ id: 'the-part', text: 'The part' })
})

test('nothing asked finds nothing', () => {
  expect(slugs('  ')).toEqual([])
})
