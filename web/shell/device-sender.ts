import { useEffect } from 'react'
import { hasSpool } from '../features/studio/has-spool.ts'
import { keptTranscripts } from '../features/transcripts/edits-here.ts'
import { importing } from '../lib/importing.ts'
import { keepTrying } from './keep-trying.ts'

/** Sends what this device still holds, whatever page is open. Loads nothing where nothing was ever kept. */
export function useDeviceSender(userId: string): void {
  // Nothing is done where the device is open already. It may have failed to open, and a browser may close it at any time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different person has a different device store, which must be opened
  useEffect(() => keepTrying(openDevice), [userId])

  useEffect(() => keepTrying(() => sendTranscripts(userId)), [userId])
}

async function openDevice(): Promise<void> {
  // Where the browser stores nothing, there is nothing to send.
  if (!(await hasSpool())) return
  await (await importing(() => import('../features/studio/this-device.ts'))).thisDevice()
}

async function sendTranscripts(userId: string): Promise<void> {
  if (keptTranscripts(userId).length === 0) return
  await (await importing(() => import('../features/transcripts/send-kept.ts'))).sendKept(userId)
}
