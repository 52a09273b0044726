import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import type { DateFormat, Profile } from '#contract/account.ts'
import { chooseDateFormat, dateFormat } from '../../lib/date-format.ts'
import { orpc } from '../../lib/rpc.ts'
import { savingDates } from './save-dates.ts'

afterEach(() => chooseDateFormat('month-first'))

const profileWith = (format: DateFormat) => ({ dateFormat: format }) as Profile

/** The choice of dates over a server whose answers the test gives, one by one. */
function openSettings() {
  const queries = new QueryClient()
  queries.setQueryData(orpc.account.profile.queryKey(), profileWith('month-first'), { updatedAt: 1 })
  const asked: (PromiseWithResolvers<Profile> & { dateFormat?: DateFormat })[] = []
  const options = savingDates(queries, (sent) => {
    const question = { ...Promise.withResolvers<Profile>(), ...sent }
    asked.push(question)
    return question.promise
  })
  const select = new MutationObserver(queries, options)
  const choose = (format: DateFormat) =>
    select.mutate(format).then(
      () => 'saved',
      () => 'refused',
    )
  const profile = () => queries.getQueryState<Profile>(orpc.account.profile.queryKey())
  return { asked, choose, profile }
}

it('sends a second choice once the first has been answered, and a late refusal of the first does not undo it', async () => {
  const { asked, choose } = openSettings()
  const first = choose('day-first')
  const second = choose('year-first')
  await expect.poll(() => asked.length).toBe(1)

  asked[0]?.reject(new Error('no answer'))
  await expect.poll(() => asked.length).toBe(2)
  expect(dateFormat()).toBe('year-first')

  asked[1]?.resolve(profileWith('year-first'))
  await Promise.all([first, second])
  expect(asked.map((sent) => sent.dateFormat)).toEqual(['day-first', 'year-first'])
  expect(dateFormat()).toBe('year-first')
})

it('does not tell the page of the first choice while a second is on its way, which would show the first once more', async () => {
  const { asked, choose, profile } = openSettings()
  choose('day-first')
  const second = choose('year-first')
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.resolve(profileWith('day-first'))
  await expect.poll(() => asked.length).toBe(2)
  expect(profile()?.data?.dateFormat).toBe('month-first')

  // Where the second fails, the account has the first: the page reads it anew.
  asked[1]?.reject(new Error('no answer'))
  await second
  expect(profile()?.isInvalidated).toBe(true)
})

it('goes back to what the account has when no choice could be saved, not to one that was refused before', async () => {
  const { asked, choose } = openSettings()
  choose('day-first')
  const second = choose('year-first')
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.reject(new Error('no answer'))
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.reject(new Error('no answer'))

  expect(await second).toBe('refused')
  expect(dateFormat()).toBe('month-first')
})
