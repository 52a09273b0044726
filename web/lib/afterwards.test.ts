import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { afterwards } from './afterwards.ts'

function changing(mutationFn: () => Promise<string>) {
  const read = Promise.withResolvers<void>()
  const change = new MutationObserver(new QueryClient(), {
    mutationFn,
    onSettled: afterwards(() => read.promise),
  })
  change.subscribe(() => undefined)
  change.mutate().catch(() => undefined)
  return { read, state: () => change.getCurrentResult().status }
}

test('what has failed is over at once, however long reading anew takes', async () => {
  const { state } = changing(async () => {
    throw new TypeError('Failed to fetch')
  })
  await vi.waitFor(() => expect(state()).toBe('error'))
})

test('what has worked is under way until what it changes is there', async () => {
  const answered = Promise.withResolvers<string>()
  const { read, state } = changing(() => answered.promise)
  answered.resolve('saved')
  await answered.promise
  await new Promise((later) => setTimeout(later))
  expect(state()).toBe('pending')
  read.resolve()
  await vi.waitFor(() => expect(state()).toBe('success'))
})
