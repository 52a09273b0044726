import { expect, test } from 'vitest'
import { layOutStory } from '#contract/book-layout.ts'
import { pageEdit } from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'

test('a page of a photograph can be saved with the longest caption that a photograph may have', () => {
  const id = '01970000-0000-7000-8000-000000000001'
  const pictures = [id, id].map((pictureId) => ({ id: pictureId, caption: 'x'.repeat(limits.caption) }))
  const story = { id, title: 'The harbour', description: '', date: '', lines: [], entries: [], pictures }
  const photo = layOutStory(story).find(({ content }) => content.kind === 'photo')

  expect(pageEdit.safeParse(photo?.content)).toMatchObject({ success: true, data: photo?.content })
})
