import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import type { DateFormat, Profile } from '#contract/account.ts'
import { chooseDateFormat, dateFormat } from '../../lib/date-format.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { orpc } from '../../lib/rpc.ts'

type Save = (profile: { dateFormat: DateFormat }) => Promise<Profile>

/** Shows a chosen format at once, and saves quick choices one after another, so that the last one is also the one that is kept. */
export function savingDates(queries: QueryClient, save: Save): MutationOptions<Profile, Error, DateFormat> {
  const queryKey = orpc.account.profile.queryKey()
  return {
    scope: { id: 'date format' },
    mutationFn: (chosen) => save({ dateFormat: chosen }),
    onMutate: chooseDateFormat,
    // While a later choice is on its way, the page would follow the answer to the earlier one and show that again.
    onSuccess: (saved) =>
      saved.dateFormat === dateFormat() ? keepAnswer(queries, queryKey, saved) : undefined,
    onError: (_error, refused) => {
      const known = queries.getQueryData(queryKey)?.dateFormat
      // A later choice that is on its way stays.
      if (known && dateFormat() === refused) chooseDateFormat(known)
      void queries.invalidateQueries({ queryKey })
    },
  }
}
