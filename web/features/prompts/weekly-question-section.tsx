import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WeeklyWish } from '#contract/weekly-questions.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDayAndTime, formatHour } from '../../lib/format.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const inWords = (timeZone: string) => timeZone.replaceAll('_', ' ')

/** What somebody begins with: Sunday morning where they are. */
const firstWish = (): WeeklyWish => ({
  enabled: false,
  timeZone: timeZoneHere(),
  weekday: 7,
  hour: 9,
})

/** A question by mail once a week, for those who want it. */
export function WeeklyQuestionSection() {
  const known = useQuery(orpc.weeklyQuestions.get.queryOptions())
  return (
    <SettingsSection
      title="A question every week"
      sentence="By email, with a button that opens the studio on it. Off until you turn it on; every mail has a way to stop."
    >
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {known.isPending ? <Skeleton className="h-12" /> : null}
        {known.isError && !known.data ? (
          <LoadFailure sentence={sentenceOf(known.error)} onRetry={() => known.refetch()} />
        ) : null}
        {known.data ? <Wish wish={known.data.wish ?? firstWish()} nextAt={known.data.nextAt} /> : null}
      </div>
    </SettingsSection>
  )
}

function Wish({ wish, nextAt }: { wish: WeeklyWish; nextAt: string | null }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (changed: Partial<WeeklyWish>) => client.weeklyQuestions.set({ ...wish, ...changed }),
    onSuccess: (saved) => keepAnswer(queries, orpc.weeklyQuestions.get.queryKey(), saved),
  })
  const shown = save.isPending ? { ...wish, ...save.variables } : wish
  const here = timeZoneHere()
  return (
    <>
      <Switch
        label="Send me a question every week"
        checked={shown.enabled}
        disabled={save.isPending}
        onCheckedChange={(enabled) => save.mutate(enabled ? { enabled, timeZone: here } : { enabled })}
      />
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
          {/* Whoever has moved since: a visit elsewhere changes nothing by itself. */}
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
