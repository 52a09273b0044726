import { CloudOff } from 'lucide-react'
import { limits } from '#contract/limits.ts'

/** The number of entries that only this device has so far; renders nothing once the server has them all. */
export function KeptSign({ count, isFull }: { count: number; isFull: boolean }) {
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
            {isFull ? (
              <>
                <strong>Kept on this device.</strong> This story has{' '}
                {limits.notesPerStory.toLocaleString('en')} entries, as many as one can hold: when one of them
                is removed, the next is sent.
              </>
            ) : (
              <strong>Kept on this device, will be sent.</strong>
            )}
          </span>
        </>
      )}
    </p>
  )
}
