import { formatTimer } from '../../lib/format.ts'
import type { Deliveries, Delivery } from '../../recorder/deliveries.ts'
import { isUnderWay } from '../../recorder/device-recordings.ts'
import type { UploadProblem } from '../../recorder/upload/upload.ts'

/** How far a session is kept, in milliseconds over all its recordings in order. */
export type Safety = {
  deviceMs: number
  serverMs: number
  problem: UploadProblem | null
  isSafe: boolean
  /** What is safe lacks a moment that this device could not read back. */
  hasGap: boolean
}

/** Adds up the recordings in order. Whatever comes after a gap on the server does not count as safe there. */
export function safetyOf(recordingIds: readonly string[], deliveries: Deliveries): Safety {
  const parts = recordingIds.flatMap((id) => deliveries.get(id) ?? [])
  let serverMs = 0
  for (const part of parts) {
    serverMs += sentMsOf(part)
    if (sentMsOf(part) < part.keptMs) break
  }
  return {
    deviceMs: parts.reduce((sum, part) => sum + part.keptMs, 0),
    serverMs,
    problem: parts.find(({ problem }) => problem !== null)?.problem ?? null,
    // A recording missing from `parts` may be delivered by another tab, which took it over when this tab's store was closed.
    isSafe:
      parts.length === recordingIds.length &&
      parts.some(({ phase }) => phase === 'safe') &&
      !parts.some(isUnderWay),
    hasGap: parts.some(({ hasGap }) => hasGap),
  }
}

function sentMsOf({ phase, sentMs, keptMs }: Delivery): number {
  return phase === 'safe' ? keptMs : Math.min(sentMs, keptMs)
}

/** A recording in which nothing came, or that was discarded, never becomes safe: nobody may wait for it. */
export function isAnythingHere(deliveries: Deliveries): boolean {
  return [...deliveries.values()].some(
    ({ phase }) => phase !== 'empty' && phase !== 'discarded' && phase !== 'stays',
  )
}

/** For instance: "Safe on this device to 12:41, safe on the server to 12:38". */
export function safetyLine({ deviceMs, serverMs, isSafe, hasGap }: Safety): string {
  if (isSafe && hasGap) return 'Safe on the server, but for a moment that this device could not read back'
  if (isSafe) return 'Everything is safe on the server'
  return `Safe on this device to ${formatTimer(deviceMs)}, safe on the server to ${formatTimer(serverMs)}`
}

/** Problems that pass by themselves or with a sign-in, so nobody has to look after the recording meanwhile. */
const passing: readonly (UploadProblem | null)[] = [null, 'offline', 'server', 'signed-out', 'device']
export const needsSomebody = (problem: UploadProblem | null): boolean => !passing.includes(problem)

/** What keeps a recording from the server, and what is safe nonetheless. */
export const problemSentences: Record<UploadProblem, string> = {
  offline:
    'The server cannot be reached just now. Everything stays on this device and is sent as soon as it can be.',
  server: 'The server has trouble just now. Everything stays on this device and is sent again by itself.',
  'signed-out': 'You have been signed out. Everything stays on this device; log in again and it is sent.',
  'link-ended':
    'The link was taken back or has run out. Everything stays on this device. Ask whoever gave it to you to renew it; then it is sent.',
  'storage-limit':
    'Your storage is full. Everything stays on this device. Make room by taking out files you no longer need, or by deleting stories for good in the trash; then it is sent.',
  'server-full':
    'The server has no room left. Everything stays on this device. Please tell the person who looks after the server.',
  'too-large':
    'Something on the way refuses even the smallest piece. Everything stays on this device. Please tell the person who looks after the server.',
  'story-gone': 'This story was deleted. The recording stays on this device until you decide about it.',
  'story-shared':
    'This story belongs to somebody else, and only they can record for it. The recording stays on this device until you decide about it.',
  'story-full':
    'This story has as many parts as one can hold. The recording stays on this device until you decide about it.',
  refused:
    'The server does not accept this recording. It stays on this device. Please tell the person who looks after the server.',
  device: 'This device has trouble reading what it kept. It is tried again by itself.',
}
