import { HardDrive } from 'lucide-react'
import { formatSpan } from '../../lib/format.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { useLittleRoom } from './room.ts'
import type { StudioDevices } from './studio-devices.ts'

/** Warns in good time that this device's storage is filling up. */
export function LittleRoom({ devices }: { devices: StudioDevices }) {
  const { choice, stream } = useWatched(devices.view)
  const hasPicture = stream ? stream.getVideoTracks().length > 0 : choice.withCamera
  const seconds = useLittleRoom(hasPicture ? choice.quality : null)
  if (seconds === null) return null

  return (
    <p className="mx-auto flex items-start gap-2 rounded-card bg-warn-tint px-4 py-2 text-warn">
      <HardDrive size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {/* Not around the figure, which changes by the minute: it would be read out into the recording. */}
        <span role="status">Little room is left.</span> This device has room for about {formatSpan(seconds)}{' '}
        of recording.
      </span>
    </p>
  )
}
