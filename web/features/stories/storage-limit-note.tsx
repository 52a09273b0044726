import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { formatGB } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'

/** Says that there is no room for another story, that nothing is lost, and how to make room. */
export function StorageLimitNote() {
  const usage = useQuery(orpc.account.usage.queryOptions())
  const limit = usage.data?.storageLimitBytes ?? null

  return (
    <div className="flex flex-col gap-3">
      <p>
        {limit === null
          ? 'All the storage of your plan is used.'
          : `You have used the ${formatGB(limit)} that your plan holds.`}
      </p>
      <p className="text-muted">
        Everything you have kept is safe and stays. To make room, take files that you no longer need out of
        their stories. A deleted story makes room when its {limits.trashDays} days in the trash are over, or
        at once when it is deleted for good there.
      </p>
    </div>
  )
}
