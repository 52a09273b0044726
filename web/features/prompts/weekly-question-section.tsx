import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WeeklyWish } from '#contract/weekly-questions.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDayAndTime, formatHour } from '../../lib/format.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const inWords = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** The key of the mutation, by which a pending change can be found. */
const mutationKey = ['weekly question']

/** The initial settings: Sunday morning in the person's time zone. */
const firstWish = (): WeeklyWish => ({
  enabled: false,
  timeZone: timeZoneHere(),
  weekday: 7,
  hour: 9,
})

/** `hasAddress`: whether the account has a mail address, which those of phones and wallets lack. */
export type WeeklyQuestionSectionProps = { hasAddress: boolean }

/** The settings of the weekly question by mail. */
export function WeeklyQuestionSection({ hasAddress }: WeeklyQuestionSectionProps) {
  const known = useQuery(orpc.weeklyQuestions.get.queryOptions())
  return (
    <SettingsSection
      title="A question every week"
      sentence="By email, with a button that opens the studio on it. Off until you turn it on; every mail has a way to stop."
    >
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {known.isPending ? <Skeleton className="h-12" /> : null}
        <LoadFailure of={known} />
        {known.data ? (
          <Wish
            wish={known.data.wish ?? firstWish()}
            nextAt={hasAddress ? known.data.nextAt : null}
            hasAddress={hasAddress}
          />
        ) : null}
      </div>
    </SettingsSection>
  )
}

type WishProps = WeeklyQuestionSectionProps & { wish: WeeklyWish; nextAt: string | null }

function Wish({ wish, nextAt, hasAddress }: WishProps) {
  const queries = useQueryClient()
  const queryKey = orpc.weeklyQuestions.get.queryKey()
  const save = useMutation({
    mutationKey,
    // Serialised, each change building on the result of the one before: the whole wish is sent each time, and would otherwise revert it.
    scope: { id: 'weekly question' },
    mutationFn: (changed: Partial<WeeklyWish>) => {
      const kept = queries.getQueryData(queryKey)?.wish ?? wish
      return client.weeklyQuestions.set({ ...kept, ...changed })
    },
    onSuccess: (saved) => keepAnswer(queries, queryKey, saved),
  })
  const underWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<WeeklyWish>,
  })
  const shown: WeeklyWish = Object.assign({}, wish, ...underWay)
  const here = timeZoneHere()
  return (
    <>
      <Switch
        label="Send me a question every week"
        hint={
          hasAddress
            ? undefined
            : 'Your account has no email address yet. You can add one above, under “Logging in”.'
        }
        checked={shown.enabled}
        disabled={save.isPending || (!hasAddress && !shown.enabled)}
        onCheckedChange={(enabled) => save.mutate(enabled ? { enabled, timeZone: here } : { enabled })}
      />
      {shown.enabled ? <NoMailNote /> : null}
      {shown.enabled ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Day">
            {(control) => (
              <Select
                {...control}
                value={shown.weekday}
                onChange={({ target }) => save.mutate({ weekday: Number(target.value) })}
              >
                {weekdays.map((name, index) => (
                  <option key={name} value={index + 1}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Time" hint={`In the time of ${inWords(shown.timeZone)}`}>
            {(control) => (
              <Select
                {...control}
                value={shown.hour}
                onChange={({ target }) => save.mutate({ hour: Number(target.value) })}
              >
                {Array.from({ length: 24 }, (_, hour) => hour).map((hour) => (
                  <option key={hour} value={hour}>
                    {formatHour(hour)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {/* Offered to somebody who has moved: a visit from another time zone changes nothing by itself. */}
          {shown.timeZone === here ? null : (
            <Button
              variant="outline"
              className="sm:col-span-2 sm:justify-self-start"
              busy={save.isPending}
              onClick={() => save.mutate({ timeZone: here })}
            >
              Use the time of {inWords(here)}
            </Button>
          )}
        </div>
      ) : null}
      {save.isError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(save.error)}
        </p>
      ) : null}
      {nextAt && shown.enabled ? (
        <p role="status" className="text-sm text-muted">
          The next one comes on {formatDayAndTime(nextAt, shown.timeZone)}.
        </p>
      ) : null}
    </>
  )
}
