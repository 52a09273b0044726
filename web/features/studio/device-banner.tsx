import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useEffect } from 'react'
import { useWatched } from '../../lib/use-watched.ts'
import { DeliveryList } from './delivery-notice.tsx'
import { type ThisDevice, thisDevice } from './this-device.ts'
import { UnfinishedCard } from './unfinished-card.tsx'
import { untilItAnswers, useUnfinished } from './use-unfinished.ts'

/** What this device still holds: each recording that broke off, with what can be done, and what is on its way. */
export function DeviceBanner() {
  const { data: device, refetch } = useQuery({
    queryKey: ['this-device'],
    queryFn: thisDevice,
    gcTime: 0,
    structuralSharing: false,
    ...untilItAnswers,
  })
  useEffect(() => {
    const again = () => void refetch()
    device?.closed.addEventListener('abort', again)
    return () => device?.closed.removeEventListener('abort', again)
  }, [device, refetch])
  return device ? <OfDevice device={device} /> : null
}

function OfDevice({ device }: { device: ThisDevice }) {
  const { found, lookAgain } = useUnfinished(device)

  return (
    <div className="mb-8 flex flex-col gap-4 empty:hidden">
      {found.map((one) => (
        <UnfinishedCard key={one.recording.id} device={device} found={one} onDecided={lookAgain} />
      ))}
      <KeptNotes device={device} />
      <DeliveryList recordings={device.recordings} />
    </div>
  )
}

/** Written without a network, and not yet at the server. */
function KeptNotes({ device }: { device: ThisDevice }) {
  const waiting = useWatched(device.notes.waiting)
  const [full] = useWatched(device.notes.full)
  if (waiting === 0) return null
  return (
    <p role="status" className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
      <NotebookPen className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {waiting === 1 ? 'One entry that you wrote.' : `${waiting} entries that you wrote.`}{' '}
        {full === undefined ? (
          <strong>Kept on this device, will be sent.</strong>
        ) : (
          <>
            <strong>Kept on this device.</strong> A story of yours has as many entries as one can hold.{' '}
            <Link
              to="/app/stories/$storyId/journal"
              params={{ storyId: full }}
              className="font-bold underline"
            >
              See which
            </Link>
          </>
        )}
      </span>
    </p>
  )
}
