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
  queries.setQueryData(orpc.account.profile.queryKey(), profileWith('month-first'))
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
  return { asked, choose }
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
