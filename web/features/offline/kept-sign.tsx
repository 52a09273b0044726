import { CloudOff } from 'lucide-react'

/** How many entries only this device has so far; nothing when the server has them all. */
export function KeptSign({ count }: { count: number }) {
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
            {count === 1 ? 'One entry.' : `${count} entries.`}{' '}
            <strong>Kept on this device, will be sent.</strong>
          </span>
        </>
      )}
    </p>
  )
}
