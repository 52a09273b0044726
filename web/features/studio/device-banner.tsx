import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DeliveryList } from './delivery-notice.tsx'
import { type ThisDevice, thisDevice } from './this-device.ts'
import { UnfinishedCard } from './unfinished-card.tsx'

/** What this device still holds: each recording that broke off, with what can be done, and what is on its way. */
export function DeviceBanner() {
  const device = useQuery({ queryKey: ['this-device'], queryFn: thisDevice, retry: false, gcTime: 0 })
  return device.data ? <OfDevice device={device.data} /> : null
}

function OfDevice({ device }: { device: ThisDevice }) {
  const queries = useQueryClient()
  const queryKey = ['unfinished-recordings', device.userId]
  const unfinished = useQuery({ queryKey, queryFn: () => device.recordings.unfinished(), staleTime: 0 })

  return (
    <div className="mb-8 flex flex-col gap-4 empty:hidden">
      {unfinished.data?.map((found) => (
        <UnfinishedCard
          key={found.recording.id}
          device={device}
          found={found}
          onDecided={() => queries.invalidateQueries({ queryKey })}
        />
      ))}
      <DeliveryList recordings={device.recordings} />
    </div>
  )
}
