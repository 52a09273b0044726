import { expect, test } from 'vitest'
import type { BookPage, PageContent } from '#contract/book-pages.ts'
import { coverPictures } from './cover-pictures.ts'

const page = (content: PageContent, at: number): BookPage => ({
  id: `page ${at}`,
  storyId: null,
  content,
  edited: false,
  version: 0,
})
const cover = (pictureId: string | null): PageContent => ({
  kind: 'cover',
  title: 'Kitchen',
  subtitle: '',
  pictureId,
})
const chapter = (title: string, pictureId: string | null): PageContent => ({
  kind: 'chapter',
  title,
  subtitle: '',
  pictureId,
})
const photo = (pictureId: string, caption = ''): PageContent => ({ kind: 'photo', pictureId, caption })
const offered = (...contents: PageContent[]) => coverPictures(contents.map(page))

test('a cover can show every picture of its book, each once and by a name of its own', () => {
  expect(
    offered(
      cover('oven'),
      { kind: 'dedication', text: 'For Mila' },
      chapter('Bread', 'oven'),
      photo('rye'),
      photo('mill', 'The mill in winter'),
      chapter('Soup', null),
      photo('pot'),
      photo('rye'),
    ),
  ).toEqual([
    { id: 'oven', name: 'Bread' },
    { id: 'rye', name: 'Bread (2)' },
    { id: 'mill', name: 'The mill in winter' },
    { id: 'pot', name: 'Soup' },
  ])
})

test('what is on the cover and on no other page is among them', () => {
  expect(offered(cover('drawn'), chapter('Bread', 'oven'))).toEqual([
    { id: 'drawn', name: 'On the cover now' },
    { id: 'oven', name: 'Bread' },
  ])
})

test('a book without pictures offers none', () => {
  expect(offered(cover(null), chapter('Bread', null))).toEqual([])
})
