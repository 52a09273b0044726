import { isDeviceMemoryKept } from '../../lib/device-memory.ts'

/** A note for browsers that block our storage: what will not work, and which setting to change. Renders nothing in others. */
export function KeepsNothingNote() {
  if (isDeviceMemoryKept) return null
  return (
    <p role="note" className="mb-6 rounded-card bg-warn-tint p-4 text-warn">
      This browser blocks cookies here, so it keeps nothing for Kinora: you have to log in again whenever the
      page is reloaded, and nothing can be recorded. Please allow cookies for this address in the browser’s
      settings, then reload.
    </p>
  )
}
