import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How many of the month's storybooks are made. Absent when it cannot be told or the plan sets no limit. */
export function MonthMeter() {
  const month = useQuery(orpc.storybooks.month.queryOptions())
  if (month.isPending) return <Skeleton className="mb-8 h-14 max-w-[30rem]" />
  if (!month.data || month.data.allowed === null) return null

  const { made, allowed } = month.data
  return (
    <section aria-label="Storybooks This Month" className="mb-8 max-w-[30rem]">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">Storybooks This Month</span>
        <span className="font-semibold tabular-nums">
          {made} / {allowed}
        </span>
      </p>
      <Progress
        value={made / allowed}
        label="Storybooks This Month"
        tone={made >= allowed ? 'warn' : 'plain'}
      />
      {made >= allowed ? (
        <p className="mt-2 text-sm text-muted">
          There is room for new ones from the first of next month. The ones you have can be changed at any
          time.
        </p>
      ) : null}
    </section>
  )
}
