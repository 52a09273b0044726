import type { SpoolRecording } from '../spool/spool.ts'
import { backoffMs } from './backoff.ts'
import type { Bell } from './bell.ts'
import { Attempt, type Delivery, type DeliveryPorts } from './delivery.ts'
import { Manifest } from './manifest.ts'
import { Pace } from './pace.ts'
import { type ProtocolAnswer, UploadFailure, type UploadProblem } from './upload.ts'

/**
 * Progress for the person waiting. `sentMs` is how much of the recording the server has on its disk. `stays`: discarded here, but what
 * had arrived stays in the story, because it had ended there.
 */
export type UploadProgress = {
  phase: 'sending' | 'verifying' | 'safe' | 'empty' | 'discarded' | 'stays'
  sentMs: number
  problem: UploadProblem | null
  /** Set when the recording is safe: the device's store had something within it that could not be read, and so was not sent. */
  hasGap: boolean
}

export const uploadBegins: UploadProgress = { phase: 'sending', sentMs: 0, problem: null, hasGap: false }

export type UploaderPorts = DeliveryPorts & {
  /** Rung when a retry may succeed: the network is back, or the person asked for it. */
  again: Bell
  newId: () => string
  progress: (progress: UploadProgress) => void
}

/** After this many copies on the server that differ from ours, something is wrong that sending again does not mend. */
const copiesMax = 4

/**
 * Brings a recording to the server, however long that takes and whatever fails on the way, and frees the spool only
 * when the server has re-read every byte and both hashes agree. Resolves then; rejects only when `signal` aborts. A failing device
 * store is retried as well, since it may answer the next time.
 */
export async function deliver(recordingId: string, ports: UploaderPorts, signal: AbortSignal): Promise<void> {
  let last: UploadProgress = uploadBegins
  const progress = (told: UploadProgress) => {
    last = told
    ports.progress(told)
  }
  for (let failures = 1; ; failures += 1) {
    try {
      return await deliverFromStore(recordingId, { ...ports, progress }, signal)
    } catch {
      signal.throwIfAborted()
      progress({ ...last, problem: 'device' })
    }
    if ((await ports.again.wait(backoffMs(failures), signal)) === 'rung') failures = 0
  }
}

/** Delivers as `deliver` does, but rejects when the device's own store cannot be read. */
async function deliverFromStore(
  recordingId: string,
  ports: UploaderPorts,
  signal: AbortSignal,
): Promise<void> {
  const { spool } = ports
  const manifest = await Manifest.open(spool, recordingId)
  const pace = new Pace()
  let progress: UploadProgress = uploadBegins
  let failures = 0
  let wasReached = false

  const report = (change: Partial<UploadProgress>) => {
    progress = { ...progress, ...change }
    ports.progress(progress)
  }
  const attempt = new Attempt(
    ports,
    manifest,
    pace,
    {
      found: (sentMs) => {
        wasReached = true
        report({ phase: 'sending', sentMs })
      },
      sent: (sentMs) => {
        failures = 0
        report({ phase: 'sending', sentMs, problem: null })
      },
      verifying: () => report({ phase: 'verifying', problem: null }),
    },
    signal,
  )

  /** Whether the recording was discarded, or moved to another story, while it was being delivered: that then remains to be done. */
  const isOtherwiseByNow = async ({ discardedAt, remoteId }: SpoolRecording) => {
    const current = await spool.get(recordingId)
    return current?.discardedAt !== discardedAt || current.remoteId !== remoteId
  }

  for (;;) {
    signal.throwIfAborted()
    const recording = await spool.get(recordingId)
    if (recording === null) return

    wasReached = false
    const work = recording.discardedAt === null ? attempt.run(recording) : throwAway(recording, ports, signal)
    let outcome = await work.catch((error: unknown) => kindOf(error, signal))
    // A recorder that was far behind hands over its last slices after the recording's end, so the server's copy lacks them. It also
    // lacks slices that could not be read before and now can.
    const isInNone = async () =>
      (await manifest.canCut()) || ((await manifest.lacksSome()) && (await manifest.canReadMore()))
    if (outcome === 'safe' && (await isInNone())) outcome = 'differs'
    switch (outcome) {
      case 'safe':
      case 'empty':
      case 'discarded':
      case 'stays': {
        if (await isOtherwiseByNow(recording)) continue
        const hasGap = outcome === 'safe' && (await manifest.lacksSome())
        if (outcome === 'safe' || outcome === 'empty') {
          await discardOthers(recording, outcome, hasGap ? 0 : manifest.sizeBytes, ports, signal)
        }
        // Discarding those copies may have taken a while, so check again.
        if (await isOtherwiseByNow(recording)) continue

        await spool.remove(recordingId)
        report({ phase: outcome, problem: null, hasGap })
        // Nothing waits for this, and the next visit continues where it stops.
        await spool.freeRemoved().catch(() => undefined)
        return
      }

      case 'differs':
      case 'conflict':
      case 'ended':
        if (recording.superseded.length + 1 < copiesMax) await startOver(recording, manifest, ports)
        else report({ problem: 'refused' })
        break

      default:
        report(problemOf(outcome))
    }
    // A connection that broke midway may be back at once; growing waits would leave it idle most of the time.
    failures = outcome === 'offline' && wasReached ? 1 : failures + 1
    // When a network comes back, the first attempt often fails again: restart the backoff with a short wait.
    if ((await ports.again.wait(backoffMs(failures), signal)) === 'rung') failures = 0
  }
}

type Thrown = 'discarded' | 'stays'
type Outcome = Delivery | Thrown | UploadFailure['kind']

function kindOf(error: unknown, signal: AbortSignal): Outcome {
  signal.throwIfAborted()
  return error instanceof UploadFailure ? error.kind : 'device'
}

function problemOf(
  kind: UploadProblem | Exclude<ProtocolAnswer, 'conflict' | 'ended'>,
): Partial<UploadProgress> {
  switch (kind) {
    case 'out-of-order':
    case 'missing':
    case 'incomplete':
      // The next attempt asks the server how much it has and continues from there, so there is nothing to report.
      return {}
    default:
      return { problem: kind }
  }
}

/** The server's copy cannot be made to match ours: everything is sent again under a new id. The old copy stays until then. */
async function startOver(recording: SpoolRecording, manifest: Manifest, ports: UploaderPorts): Promise<void> {
  const { remoteId, superseded } = recording
  await manifest.dropFrom(0)
  await ports.spool.update(recording.id, { remoteId: ports.newId(), superseded: [...superseded, remoteId] })
}

/**
 * Discards on the server what the person discarded here, with the copies of it that were given up. One that never got there is left,
 * and one that has ended there cannot be discarded by its device.
 */
async function throwAway(
  { remoteId, superseded, story }: SpoolRecording,
  { upload }: UploaderPorts,
  signal: AbortSignal,
): Promise<Thrown> {
  let outcome: Thrown = 'discarded'
  for (const id of [remoteId, ...superseded]) {
    try {
      await upload.discard(id, { story }, signal)
    } catch (error) {
      const kind = error instanceof UploadFailure ? error.kind : null
      if (kind !== 'missing' && kind !== 'ended') throw error
      if (kind === 'ended') outcome = 'stays'
    }
  }
  return outcome
}

/**
 * Discards copies that were given up, and uploads that turned out empty. A copy that may hold more than this device still has is kept,
 * as is one whose status cannot be read: one copy too many is better than a lost second.
 */
async function discardOthers(
  { remoteId, superseded }: SpoolRecording,
  outcome: 'safe' | 'empty',
  hereBytes: number,
  { upload }: UploaderPorts,
  signal: AbortSignal,
): Promise<void> {
  const others = outcome === 'empty' ? [...superseded, remoteId] : superseded
  const how = outcome === 'empty' ? { isAsked: false } : { isAsked: false, replacedBy: remoteId }
  for (const id of others) {
    const discarding = async () => {
      const mayHoldMore = (await upload.status(id, signal)).receivedBytes > hereBytes
      if (!mayHoldMore) await upload.discard(id, how, signal)
    }
    await discarding().catch(() => undefined)
  }
}
