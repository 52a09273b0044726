import { useEffect } from 'react'
import { hasSpool } from '../features/studio/has-spool.ts'

/** What this device still holds is sent from whatever page is open. Loads nothing where nothing was ever kept. */
export function useDeviceSender(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another device store
  useEffect(() => {
    const open = async () => {
      if (await hasSpool()) await (await import('../features/studio/this-device.ts')).thisDevice()
    }
    // Where the browser keeps nothing there is nothing to send.
    open().catch(() => undefined)
  }, [userId])
}
