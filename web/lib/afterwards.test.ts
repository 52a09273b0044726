import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { afterwards } from './afterwards.ts'

function changing(
  mutationFn: () => Promise<string | undefined>,
  isSaved?: (answer: string | undefined) => boolean,
) {
  const read = Promise.withResolvers<void>()
  const change = new MutationObserver<string | undefined>(new QueryClient(), {
    mutationFn,
    onSettled: afterwards(() => read.promise, isSaved),
  })
  change.subscribe(() => undefined)
  change.mutate().catch(() => undefined)
  return { read, state: () => change.getCurrentResult().status }
}

test('what has failed is over at once, however long reading anew takes', async () => {
  const { state } = changing(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect.poll(state).toBe('error')
})

test.each(['saved', undefined])(
  'what has worked is under way until what it changes is there, answered with %s',
  async (said) => {
    const answered = Promise.withResolvers<string | undefined>()
    const { read, state } = changing(() => answered.promise)
    answered.resolve(said)
    await answered.promise
    await new Promise((later) => setTimeout(later))
    expect(state()).toBe('pending')
    read.resolve()
    await expect.poll(state).toBe('success')
  },
)

test('what was answered and not saved, because somebody else had changed it, is over at once as well', async () => {
  const { state } = changing(
    async () => 'changed by others',
    (answer) => answer === 'saved',
  )
  await expect.poll(state).toBe('success')
})
