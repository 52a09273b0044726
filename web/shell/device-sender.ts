import { useEffect } from 'react'
import { hasSpool } from '../features/studio/has-spool.ts'
import { keptTranscripts } from '../features/transcripts/edits-here.ts'
import { importing } from '../lib/importing.ts'

/** How often sending is retried: a server that restarts is back within this. */
const AGAIN_MS = 15_000

/** Sends what this device still holds, whatever page is open. Loads nothing where nothing was ever kept. */
export function useDeviceSender(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different person has a different device store, which must be opened
  useEffect(() => {
    const open = async () => {
      if (await hasSpool())
        await (await importing(() => import('../features/studio/this-device.ts'))).thisDevice()
    }
    // Where the browser stores nothing, there is nothing to send.
    open().catch(() => undefined)
  }, [userId])

  useEffect(() => {
    const send = async () => {
      if (keptTranscripts(userId).length === 0) return
      await (await importing(() => import('../features/transcripts/send-kept.ts'))).sendKept(userId)
    }
    const trySending = () => send().catch(() => undefined)
    trySending()
    const timer = setInterval(trySending, AGAIN_MS)
    window.addEventListener('online', trySending)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', trySending)
    }
  }, [userId])
}
