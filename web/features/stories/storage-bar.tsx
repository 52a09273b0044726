import { useQuery } from '@tanstack/react-query'
import { formatGB, formatSpan } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { secondsIn } from '../../recorder/capture/formats.ts'
import { Meter, type MeterProps, MeterSkeleton } from '../../ui/meter.tsx'
import { isStorageFull } from './storage.ts'

/** How much of the plan's storage is used. Not shown if that is unknown. */
export function StorageBar() {
  const usage = useQuery(orpc.account.usage.queryOptions())
  if (usage.isPending) return <MeterSkeleton />
  if (!usage.data) return null

  const { storageUsedBytes: used, storageLimitBytes: limit } = usage.data
  if (limit === null) return <p className="mb-8 text-muted">{formatGB(used)} of storage used</p>

  const share = limit === 0 ? 1 : used / limit
  const isFull = isStorageFull(usage.data)
  const isNearlyFull = !isFull && share >= 0.8
  return (
    <Meter
      label="Storage used"
      figures={`${formatGB(used)} / ${formatGB(limit)}`}
      value={share}
      tone={toneOf(isFull, isNearlyFull)}
    >
      {isNearlyFull ? (
        <p className="mt-2 text-sm text-warn">
          Nearly full: room for about {formatSpan(secondsIn(limit - used, 'high'))} of film in the best
          quality.
        </p>
      ) : null}
      {isFull ? (
        <p className="mt-2 text-sm text-danger">Full: nothing more can be added. What is here is safe.</p>
      ) : null}
    </Meter>
  )
}

function toneOf(isFull: boolean, isNearlyFull: boolean): MeterProps['tone'] {
  if (isFull) return 'danger'
  return isNearlyFull ? 'warn' : 'plain'
}
