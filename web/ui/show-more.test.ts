import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type PagedList, ShowMore, type ShowMoreProps } from './show-more.tsx'

const list: PagedList = {
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: async () => undefined,
  refetch: async () => undefined,
}
const shown = (given: Partial<PagedList>, look: Partial<ShowMoreProps> = {}) =>
  renderToStaticMarkup(createElement(ShowMore, { list: { ...list, ...given }, ...look }))

test('a next page that did not come is said beside the button that asks for it once more', () => {
  const failed = shown({ isFetchNextPageError: true, error: new TypeError('Failed to fetch') })
  expect(failed).toContain('role="alert"')
  expect(failed).toContain('Show more')
})

test('a list that goes on has the button alone, and one that is whole has nothing', () => {
  expect(shown({})).not.toContain('role="alert"')
  expect(shown({})).toContain('Show more')
  expect(shown({ hasNextPage: false })).toBe('')
})

test('below cards it stands in the middle, which a class of the button alone does not bring about', () => {
  expect(shown({}, { isCentred: true })).toMatch(/^<div class="[^"]*justify-center[^"]*"><button/)
  expect(shown({})).toMatch(/^<button/)
})
