import { useQuery } from '@tanstack/react-query'
import { formatGB } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isStorageFull } from './storage.ts'

/** How much of the plan's storage is used. Absent when it cannot be told. */
export function StorageBar() {
  const usage = useQuery(orpc.account.usage.queryOptions())
  if (usage.isPending) return <Skeleton className="mb-8 h-14 max-w-[30rem]" />
  if (!usage.data) return null

  const { storageUsedBytes: used, storageLimitBytes: limit } = usage.data
  if (limit === null) return <p className="mb-8 text-muted">{formatGB(used)} of storage used</p>

  const share = used / limit
  const tone = share < 0.8 ? 'plain' : 'warn'
  return (
    <section aria-label="Storage" className="mb-8 max-w-[30rem]">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">Storage used</span>
        <span className="font-semibold tabular-nums">
          {formatGB(used)} / {formatGB(limit)}
        </span>
      </p>
      <Progress value={share} label="Storage used" tone={isStorageFull(usage.data) ? 'danger' : tone} />
    </section>
  )
}
