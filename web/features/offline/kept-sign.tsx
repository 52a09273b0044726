import { CloudOff } from 'lucide-react'
import { limits } from '#contract/limits.ts'

type Props = { count: number; isFull: boolean; isRefused: boolean }

/** The number of entries that only this device has so far; renders nothing once the server has them all. */
export function KeptSign({ count, ...why }: Props) {
  return (
    <p
      role="status"
      className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn empty:hidden"
      data-testid="kept-entries"
    >
      {count === 0 ? null : (
        <>
          <CloudOff className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>
            {count === 1 ? 'One entry.' : `${count} entries.`} <WhyKept {...why} />
          </span>
        </>
      )}
    </p>
  )
}

function WhyKept({ isFull, isRefused }: Omit<Props, 'count'>) {
  if (isFull) {
    return (
      <>
        <strong>Kept on this device.</strong> This story has {limits.notesPerStory.toLocaleString('en')}{' '}
        entries, as many as one can hold: when one of them is removed, the next is sent.
      </>
    )
  }
  if (isRefused) {
    return (
      <>
        <strong>Kept on this device, and not sent.</strong> This story does not take what you changed here.
        Perhaps whoever it belongs to lets you only read it by now: if they let you write in it again, it is
        sent. Until then, please copy what you need.
      </>
    )
  }
  return <strong>Kept on this device, will be sent.</strong>
}
