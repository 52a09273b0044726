import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { keepAnswer } from './keep-answer.ts'

const queryKey = ['wish']

/** Something shown that the server is asked about, with its answers in the hand of the test. */
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

test('an answer that comes while nobody asks is kept without asking again', async () => {
  const { queries, asked, shown } = showWish()
  asked[0]?.resolve('off')
  await expect.poll(shown).toBe('off')
  keepAnswer(queries, queryKey, 'on')
  await expect.poll(shown).toBe('on')
  expect(asked).toHaveLength(1)
})
