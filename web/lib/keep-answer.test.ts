import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { keepAnswer } from './keep-answer.ts'

const queryKey = ['wish']

/** A query that is shown, whose answers the test controls. */
function showWish() {
  const queries = new QueryClient()
  const asked: PromiseWithResolvers<string>[] = []
  const ask = () => {
    const question = Promise.withResolvers<string>()
    asked.push(question)
    return question.promise
  }
  const wish = new QueryObserver(queries, { queryKey, queryFn: ask, retry: false })
  onTestFinished(wish.subscribe(() => undefined))
  return { queries, asked, shown: () => wish.getCurrentResult().data }
}

test('an answer to a change is not replaced by one that was given before the change', async () => {
  const { queries, asked, shown } = showWish()
  asked[0]?.resolve('off')
  await expect.poll(shown).toBe('off')

  queries.invalidateQueries({ queryKey })
  await expect.poll(() => asked.length).toBe(2)
  keepAnswer(queries, queryKey, 'on')
  expect(shown()).toBe('on')

  asked[1]?.resolve('off')
  await expect.poll(() => asked.length).toBe(3)
  await asked[1]?.promise
  expect(shown()).toBe('on')
  asked[2]?.resolve('on, and changed elsewhere')
  await expect.poll(shown).toBe('on, and changed elsewhere')
})

test('what was read since a change was sent is not replaced by the answer to that change, but read once more', async () => {
  const { queries, asked, shown } = showWish()
  asked[0]?.resolve('not asked')
  await expect.poll(shown).toBe('not asked')

  const answer = Promise.withResolvers<string>()
  const change = queries.getMutationCache().build(queries, {
    mutationFn: () => answer.promise,
    onSuccess: (answered: string) => keepAnswer(queries, queryKey, answered),
  })
  const changed = change.execute(undefined)
  // The live stream announces the change first, and also what became of it.
  queries.invalidateQueries({ queryKey })
  asked[1]?.resolve('asked, and failed')
  await expect.poll(shown).toBe('asked, and failed')

  answer.resolve('asked')
  await expect.poll(() => asked.length).toBe(3)
  expect(shown()).toBe('asked, and failed')
  expect(change.state.status).toBe('pending')
  asked[2]?.resolve('asked, and failed for good')
  await changed
  expect(shown()).toBe('asked, and failed for good')
})

test('an answer that comes while nobody asks is kept without asking again', async () => {
  const { queries, asked, shown } = showWish()
  asked[0]?.resolve('off')
  await expect.poll(shown).toBe('off')
  keepAnswer(queries, queryKey, 'on')
  await expect.poll(shown).toBe('on')
  expect(asked).toHaveLength(1)
})
