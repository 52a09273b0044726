import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient, READING_MS_MAX } from './query-client.ts'

/** A list of two pages, whose answers the test controls. */
function openList() {
  const queries = createQueryClient()
  const asked: { page: number; answer: (text: string) => void }[] = []
  const ask = ({ pageParam: page }: { pageParam: number }) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    asked.push({ page, answer: resolve })
    return promise
  }
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['stories'],
    queryFn: ask,
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  })
  onTestFinished(list.subscribe(() => undefined))
  const pages = () => list.getCurrentResult().data?.pages
  const answered = async (question: number, text: string) => {
    await expect.poll(() => asked.length).toBeGreaterThan(question)
    asked[question]?.answer(text)
  }
  return { queries, list, asked, answered, pages }
}

/** The same list with its first page loaded. */
async function showList() {
  const list = openList()
  await list.answered(0, 'first')
  await expect.poll(list.pages).toEqual(['first'])
  return list
}

test('a next page that is on its way arrives although something has changed; then all is read anew', async () => {
  const { queries, list, asked, answered, pages } = await showList()

  void list.fetchNextPage()
  const changed = queries.invalidateQueries({ queryKey: ['stories'] })
  await answered(1, 'second')
  await expect.poll(pages).toEqual(['first', 'second'])
  await answered(2, 'first, changed')
  await answered(3, 'second, changed')
  await changed

  expect(pages()).toEqual(['first, changed', 'second, changed'])
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2])
})

test('what is being read anew is begun again, because its answer may be older than the change', async () => {
  const { queries, answered, pages } = await showList()

  void queries.invalidateQueries()
  const changed = queries.invalidateQueries()
  await answered(1, 'before the change')
  await answered(2, 'after the change')
  await changed

  expect(pages()).toEqual(['after the change'])
})

test('what is read for the first time is shown, and then read again, since it may be older than the change', async () => {
  const { queries, answered, pages } = openList()

  const changed = queries.invalidateQueries()
  await answered(0, 'before the change')
  await expect.poll(pages).toEqual(['before the change'])
  await answered(1, 'after the change')
  await changed

  expect(pages()).toEqual(['after the change'])
})

test('a list is left alone by what changes elsewhere', async () => {
  const { queries, list, asked } = await showList()
  queries.setQueryData(['books'], 'read a while ago')

  await queries.invalidateQueries({ queryKey: ['books'] })

  expect(queries.getQueryState(['books'])?.isInvalidated).toBe(true)
  expect([list.getCurrentResult().isStale, asked.length]).toEqual([false, 1])
})

test('whoever waits until a change is seen goes on after a while, when reading it anew was lost on its way', async () => {
  const { queries, asked, pages, answered } = await showList()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  let isOver = false
  const changed = queries.invalidateQueries().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(READING_MS_MAX - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await changed
  expect(asked).toHaveLength(2)
  vi.useRealTimers()
  await answered(1, 'first, after all')
  await expect.poll(pages).toEqual(['first, after all'])
})

test('what could not be read stays so while it is asked for again, until nobody looks at it any more', async () => {
  const queries = createQueryClient()
  const asked: PromiseWithResolvers<string>[] = []
  const ask = () => {
    const question = Promise.withResolvers<string>()
    asked.push(question)
    return question.promise
  }
  const options = { queryKey: ['figures'], queryFn: ask }
  const shown = new QueryObserver(queries, options)
  const leave = shown.subscribe(() => undefined)
  expect(shown.getCurrentResult()).toMatchObject({ status: 'pending', isFetching: true })
  asked[0]?.reject(new Error('lost'))
  await expect.poll(() => shown.getCurrentResult().status).toBe('error')

  const again = shown.refetch()
  expect(shown.getCurrentResult()).toMatchObject({ isLoadingError: true, isFetching: true })
  expect(shown.getCurrentResult().error).toEqual(new Error('lost'))
  asked[1]?.reject(new Error('lost once more'))
  await again
  leave()
  const later = new QueryObserver(queries, options)
  onTestFinished(later.subscribe(() => undefined))
  expect(later.getCurrentResult()).toMatchObject({ status: 'pending', error: null, isFetching: true })
  asked[2]?.resolve('three')
  await expect.poll(() => later.getCurrentResult()).toMatchObject({ data: 'three', error: null })
})
