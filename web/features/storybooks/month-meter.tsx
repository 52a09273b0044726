import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'
import { Meter, MeterSkeleton } from '../../ui/meter.tsx'

/** How many of the month's storybooks are used up. Not shown if that is unknown or the plan sets no limit. */
export function MonthMeter() {
  const month = useQuery(orpc.storybooks.month.queryOptions())
  if (month.isPending) return <MeterSkeleton />
  if (!month.data || month.data.allowed === null) return null

  const { made, allowed } = month.data
  return (
    <Meter
      label="Storybooks This Month"
      figures={`${made} / ${allowed}`}
      value={made / allowed}
      tone={made >= allowed ? 'warn' : 'plain'}
    >
      {made >= allowed ? (
        <p className="mt-2 text-sm text-muted">
          There is room for new ones from the first of next month. The ones you have can be changed at any
          time.
        </p>
      ) : null}
    </Meter>
  )
}
