import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DateFormat } from '#contract/account.ts'
import { nowInstant } from '../../lib/clock.ts'
import { useDateFormat } from '../../lib/date-format.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { savingDates } from './save-dates.ts'

const choices: [DateFormat, string][] = [
  ['month-first', 'Month first: November 21, 2026'],
  ['day-first', 'Day first: 21 November 2026'],
  ['year-first', 'Year first: 2026-11-21'],
]

/** The format of dates and times, which applies to all pages on all devices of the account. */
export function DatesSection() {
  const format = useDateFormat()
  const queries = useQueryClient()
  const profile = useQuery(orpc.account.profile.queryOptions())
  const save = useMutation(savingDates(queries, client.account.updateProfile))
  const at = nowInstant()

  return (
    <SettingsSection
      title="Language and dates"
      sentence="Kinora speaks English. Recordings, stories and searches may be in any language."
    >
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        <Field label="Dates" hint={`Now it is ${formatDate(at)}, ${formatTime(at)}.`}>
          {(control) => (
            <Select
              {...control}
              className="max-w-[26.25rem]"
              value={format}
              disabled={!profile.data}
              onChange={({ target }) => save.mutate(target.value as DateFormat)}
            >
              {choices.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {save.isError ? (
          <p role="alert" className="text-danger">
            {sentenceOf(save.error)}
          </p>
        ) : null}
      </div>
    </SettingsSection>
  )
}
