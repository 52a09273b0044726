import { expect, it } from 'vitest'
import type { StoryCard } from '#contract/stories.ts'
import { manyFrom } from './stories-by-many.ts'

/** Lists a family of this many stories, in pages of at most `limit`. */
const familyWith =
  (count: number) =>
  async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    const from = Number(cursor ?? 0)
    const to = Math.min(from + limit, count)
    const items = Array.from({ length: to - from }, (_, at) => ({ id: `${from + at}` }) as StoryCard)
    return { items, nextCursor: to < count ? `${to}` : null }
  }

it('lays five hundred stories on the line, and goes on from there for whoever asks for more', async () => {
  const first = await manyFrom(familyWith(620), undefined)
  expect(first.items).toHaveLength(500)
  expect(first.nextCursor).toBe('500')

  const rest = await manyFrom(familyWith(620), '500')
  expect(rest.items.map(({ id }) => id)).toEqual(Array.from({ length: 120 }, (_, at) => `${500 + at}`))
  expect(rest.nextCursor).toBeNull()
})

it('says that there are no more where they end with the five hundredth', async () => {
  expect(await manyFrom(familyWith(500), undefined)).toMatchObject({ nextCursor: null })
  expect(await manyFrom(familyWith(0), undefined)).toEqual({ items: [], nextCursor: null })
})
