import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { PageContent } from '#contract/book-pages.ts'
import { drawings } from './drawings.ts'
import { samplePages } from './sample-book.ts'

const pictureOf = (content: PageContent) => ('pictureId' in content ? content.pictureId : null)

test('the layout of every book makes thirteen pages of the sample’s material, of every kind', () => {
  expect(samplePages.map(({ content }) => content.kind)).toEqual([
    'cover',
    'dedication',
    'chapter',
    'text',
    'photo',
    'chapter',
    'photo',
    'text',
    'photo',
    'chapter',
    'text',
    'photo',
    'closing',
  ])
  expect(samplePages.at(-1)?.content).toMatchObject({ text: 'Told by Nela' })
  expect(new Set(samplePages.map(({ id }) => id)).size).toBe(13)
})

test('who asks is told from who tells, and nothing claims a voice that was never recorded', () => {
  const passages = samplePages.flatMap(({ content }) => (content.kind === 'text' ? content.passages : []))

  expect(passages.filter(({ kind }) => kind === 'question').map(({ speaker }) => speaker)).toEqual([
    'Mila',
    'Mila',
    'Mila',
  ])
  expect(passages.filter(({ voice, verbatim }) => voice !== null || verbatim !== null)).toEqual([])
})

test('each drawing is shown once and described, and there is none that no page shows', () => {
  const shown = samplePages.flatMap(({ content }) => pictureOf(content) ?? [])

  expect(shown.toSorted()).toEqual([...drawings.keys()].toSorted())
  const files = readdirSync(join(import.meta.dirname, 'drawings'))
  expect([...drawings.values()].map(({ url }) => basename(url)).toSorted()).toEqual(files.toSorted())
  for (const { alt } of drawings.values()) expect(alt.length).toBeGreaterThan(20)
})

test('the drawings are drawings alone: no script, no address of anything else', () => {
  for (const { url } of drawings.values()) {
    const svg = readFileSync(join(import.meta.dirname, 'drawings', basename(url)), 'utf8')
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href=|@import|data:/i)
    expect(svg.length).toBeLessThan(20_000)
  }
})
