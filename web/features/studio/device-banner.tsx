import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useWatched } from '../../lib/use-watched.ts'
import { DeliveryList } from './delivery-notice.tsx'
import type { ThisDevice } from './this-device.ts'
import { UnfinishedCard } from './unfinished-card.tsx'
import { useThisDevice } from './use-this-device.ts'
import { useUnfinished } from './use-unfinished.ts'

/** What this device still holds: each recording that broke off, with what can be done about it, and what is being sent. */
export function DeviceBanner() {
  const device = useThisDevice()
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
      <DeliveryList device={device} />
    </div>
  )
}

/** Notes that are on this device and not yet on the server, for example because there was no network. */
function KeptNotes({ device }: { device: ThisDevice }) {
  const waiting = useWatched(device.notes.waiting)
  const [full] = useWatched(device.notes.full)
  const [refused] = useWatched(device.notes.refused)
  if (waiting === 0) return null
  return (
    <p role="status" className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
      <NotebookPen className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {waiting === 1 ? 'One entry that you wrote.' : `${waiting} entries that you wrote.`}{' '}
        <WhyKept full={full} refused={refused} />
      </span>
    </p>
  )
}

function WhyKept({ full, refused }: { full: string | undefined; refused: string | undefined }) {
  const storyId = full ?? refused
  if (storyId === undefined) return <strong>Kept on this device, will be sent.</strong>
  return (
    <>
      <strong>Kept on this device.</strong>{' '}
      {full === undefined
        ? 'A story does not take what you wrote.'
        : 'A story of yours has as many entries as one can hold.'}{' '}
      <Link to="/app/stories/$storyId/journal" params={{ storyId }} className="font-bold underline">
        See which
      </Link>
    </>
  )
}
