import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { RecordingQuality, RecordingStart } from '#contract/recordings.ts'
import { createStore, type Store } from '../lib/store.ts'
import type { Capture } from './capture/capture.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import type { StoryMove } from './new-story.ts'
import { warnBeforeLeaving } from './page/leaving.ts'
import type { RecordingLocks } from './page/locks.ts'
import { askToPersist } from './page/room.ts'
import { keepAwake } from './page/wake-lock.ts'
import { Recorder } from './recorder.ts'
import { assemble } from './spool/preview.ts'
import { rememberChanges } from './spool/remember-changes.ts'
import { type Extent, emptyExtent, type Spool, type SpoolRecording } from './spool/spool.ts'
import { isCapturing } from './state.ts'
import { type Bell, createBell } from './upload/bell.ts'
import type { DeliveryPorts } from './upload/delivery.ts'
import type { UploadPort } from './upload/upload.ts'
import { deliver, type UploadProgress, uploadBegins } from './upload/uploader.ts'

/** A recording that no tab works on and that was never ended: because of a crash, a closed tab or a power cut, say. */
export type UnfinishedRecording = {
  recording: SpoolRecording
  durationMs: number
  sizeBytes: number
  /** Something was recorded, but none of it can be read at present. */
  isUnreadable: boolean
}

export type NewRecording = {
  story: RecordingStart['story']
  part: number
  beginsAtMs: number
  quality: RecordingQuality
  transcribe?: boolean
  capture: Capture
}

export type DeviceRecordingsPorts = {
  userId: string
  spool: Spool
  upload: UploadPort
  locks: RecordingLocks
  /** The time of day, ISO 8601 in UTC. */
  now: () => string
  /**
   * Whether a server has told the time since the page was opened. `dated` gives the server's time for recordings that were dated
   * before that.
   */
  isTimeTold?: () => boolean
  dated?: DeliveryPorts['dated']
}

/**
 * All recordings of one person on this device: begins new ones, delivers spooled ones, and offers those that were left
 * unfinished. Lives as long as the person is signed in, whatever page is shown.
 */
export class DeviceRecordings {
  /** Recordings that are on their way to the server, or arrived there since this page was opened. */
  readonly deliveries: Store<Deliveries> = createStore<Deliveries>(new Map())
  /** Counts how often another tab released a recording that `unfinished` had found locked by it; there may now be more to offer. */
  readonly letGo: Store<number> = createStore(0)
  readonly #ports: DeviceRecordingsPorts
  readonly #closed = new AbortController()
  readonly #awaited = new Set<string>()
  readonly #bells = new Map<string, { more: Bell; again: Bell }>()
  readonly #recorders = new Map<string, Recorder>()
  readonly #idle = new Set<() => void>()

  constructor(ports: DeviceRecordingsPorts) {
    this.#ports = { ...ports, spool: rememberChanges(ports.spool) }
    const { signal } = this.#closed
    const ring = () => this.retry()
    window.addEventListener('online', ring, { signal })
    document.addEventListener('visibilitychange', ring, { signal })
    signal.addEventListener(
      'abort',
      warnBeforeLeaving(() => this.isUnsafe),
    )
  }

  /** Whether closing the page now would leave seconds that exist on this device alone. */
  get isUnsafe(): boolean {
    return [...this.deliveries.get().values()].some(isUnderWay)
  }

  /** Whether something is being recorded, or is still on its way from the camera to the disk. */
  get isRecording(): boolean {
    return [...this.#recorders.values()].some(({ hasEnded, isBehind }) => !hasEnded || isBehind)
  }

  /** Resolves when every running recording has ended and is on the disk. */
  whenIdle(): Promise<void> {
    if (!this.isRecording) return Promise.resolve()
    return new Promise((resolve) => void this.#idle.add(resolve))
  }

  /** How many recordings are not yet complete on the server, whichever tab works on them. */
  async countHere(): Promise<number> {
    return (await this.#own()).filter(({ discardedAt }) => discardedAt === null).length
  }

  /** Begins a recording. Rejects with `SpoolFailure` when this device cannot store it. */
  async begin({
    story,
    part,
    beginsAtMs,
    quality,
    transcribe = true,
    capture,
  }: NewRecording): Promise<Recorder> {
    const id = newId()
    const { now } = this.#ports
    const recording: SpoolRecording = {
      id,
      remoteId: id,
      superseded: [],
      userId: this.#ports.userId,
      story,
      part,
      beginsAtMs,
      kind: capture.kind,
      mimeType: capture.mimeType,
      quality,
      transcribe,
      startedAt: now(),
      ...(this.#ports.isTimeTold?.() === false ? { isUntold: true } : {}),
      endedAt: null,
      discardedAt: null,
    }
    askToPersist()
    const recorder = new Recorder(recording, {
      spool: this.#ports.spool,
      capture,
      now,
      outlived: () => new Promise((resolve) => setTimeout(resolve, limits.outlivedMs)),
      advanced: () => this.#advanced(recording, recorder.view.get().committedMs),
    })
    this.#recorders.set(id, recorder)
    await recorder.start().catch((error: unknown) => {
      this.#recorders.delete(id)
      this.#tellIdle()
      throw error
    })
    this.#stayAwakeDuring(recorder)
    this.#deliver(recording, 0)
    return recorder
  }

  /** Resumes delivering recordings that were ended or discarded on an earlier visit, and frees the space of those removed then. */
  async resume(): Promise<void> {
    this.#ports.spool.freeRemoved().catch(() => undefined)
    for (const recording of await this.#own()) await this.#resume(recording)
  }

  /**
   * Takes over recordings that were made here under other user ids and that no tab works on. They become this person's own, and are
   * delivered or offered.
   */
  async adopt(isToCome: (recording: SpoolRecording) => boolean): Promise<void> {
    const { spool, locks, userId } = this.#ports
    const held = await locks.held()
    const left = (await spool.list()).filter((recording) => !held.has(recording.id) && isToCome(recording))
    for (const { id } of left) await spool.update(id, { userId })
    await this.resume()
  }

  /** The recordings to offer, newest first. One that another tab holds is left out until that tab releases it: see `letGo`. */
  async unfinished(): Promise<UnfinishedRecording[]> {
    const held = await this.#ports.locks.held()
    const found: UnfinishedRecording[] = []
    for (const recording of await this.#own()) {
      if (isOver(recording)) continue
      if (held.has(recording.id)) {
        const isOurs = this.#bells.has(recording.id)
        if (!isOurs) this.#takeOverWhenFree(recording.id)
        continue
      }
      const extent = await this.#extentOf(recording)
      const { slices, endMs, endByte } = extent ?? emptyExtent
      const isUnreadable = extent === null || (slices > 0 && endByte === 0)
      found.push({ recording, durationMs: endMs, sizeBytes: endByte, isUnreadable })
    }
    return found.sort((a, b) => b.recording.startedAt.localeCompare(a.recording.startedAt))
  }

  /** Ends an unfinished recording where it stopped and delivers it. */
  async keep({ recording, durationMs }: UnfinishedRecording): Promise<void> {
    if (await this.#isHeld(recording)) return
    await this.#ports.spool.update(recording.id, { endedAt: this.#ports.now() })
    this.#deliver(recording, durationMs)
  }

  /** Discards an unfinished recording, here and on the server. */
  async discard({ recording }: UnfinishedRecording): Promise<void> {
    if (await this.#isHeld(recording)) return
    await this.#ports.spool.update(recording.id, { discardedAt: this.#ports.now() })
    this.#deliver(recording, 0)
  }

  /**
   * Moves the recordings that cannot go to their own story to one new story, in their order, and has `takeAlong` bring along what else
   * is kept for that story. If this fails midway, calling it again continues with the same new story; two tabs do it one after the other.
   */
  async keepAsNewStory(delivery: Delivery, takeAlong: (move: StoryMove) => Promise<void>): Promise<void> {
    // Rarely needed, so it is loaded on demand, not with the studio.
    const { moveToNewStory } = await import('./new-story.ts')
    const { deliveries } = this
    const ports = { ...this.#ports, deliveries, own: () => this.#own(), signal: this.#closed.signal }
    await moveToNewStory(ports, delivery, takeAlong).finally(() => this.retry())
  }

  /** Records who speaks in these recordings, so that a story which one of them creates, now or later, gets these speakers. */
  async nameSpeakers(recordingIds: readonly string[], speakers: string[]): Promise<void> {
    const { spool } = this.#ports
    for (const id of recordingIds) await spool.update(id, { story: { speakers } })
  }

  /** Whether this device keeps anything of a recording. */
  async isHere(recordingId: string): Promise<boolean> {
    return (await this.#ports.spool.get(recordingId)) !== null
  }

  /** All of a recording that this device can still read; null when it holds nothing of it any more. */
  async copyOf(recordingId: string): Promise<{ recording: SpoolRecording; bytes: Blob } | null> {
    const { spool } = this.#ports
    const recording = await spool.get(recordingId)
    return recording && { recording, bytes: await assemble(spool, recording) }
  }

  /** Discards a recording that is being delivered. */
  async giveUp(recordingId: string): Promise<void> {
    await this.#ports.spool.update(recordingId, { discardedAt: this.#ports.now() })
    this.retry()
  }

  /** The part number for the next recording of a story, as far as this device knows. */
  async nextPart(storyId: string): Promise<number> {
    const parts = (await this.#own()).filter(({ story }) => story.id === storyId).map(({ part }) => part)
    return Math.max(-1, ...parts) + 1
  }

  /** Where this device's recordings of a story end, in milliseconds, on the clock that stamps the story's notes. */
  async endOf(storyId: string): Promise<number> {
    let endMs = 0
    for (const { id, story, discardedAt, beginsAtMs = 0 } of await this.#own()) {
      if (story.id !== storyId || discardedAt !== null) continue
      endMs = Math.max(endMs, beginsAtMs + (await this.#ports.spool.extent(id)).endMs)
    }
    return endMs
  }

  /** Retries at once every delivery that is waiting to try again. */
  retry(): void {
    for (const { again } of this.#bells.values()) again.ring()
  }

  /** Stops recording and delivering, for example when the person signs out; spooled recordings stay. */
  close(): void {
    this.#closed.abort()
    for (const recorder of this.#recorders.values()) recorder.stop()
  }

  async #own(): Promise<SpoolRecording[]> {
    return (await this.#ports.spool.list()).filter(({ userId }) => userId === this.#ports.userId)
  }

  async #resume(recording: SpoolRecording): Promise<void> {
    if (!isOver(recording)) return
    this.#deliver(recording, (await this.#extentOf(recording))?.endMs ?? 0)
  }

  /** Null where the extent cannot be read: one recording on a damaged part of the disk must not make the others unavailable. */
  #extentOf({ id }: SpoolRecording): Promise<Extent | null> {
    return this.#ports.spool.extent(id).catch(() => null)
  }

  /**
   * Whether a tab holds the recording now. A recording that had only just begun when it was listed had no lock yet, and ending it from
   * here would lose the rest of it.
   */
  async #isHeld({ id }: SpoolRecording): Promise<boolean> {
    return (await this.#ports.locks.held()).has(id)
  }

  /** Waits until the tab that holds the recording closes or releases it; some tab has to carry on with the delivery. */
  #takeOverWhenFree(id: string): void {
    if (this.#awaited.has(id)) return
    this.#awaited.add(id)
    this.#ports.locks
      .free(id, this.#closed.signal)
      .finally(() => this.#awaited.delete(id))
      .then(async () => {
        this.letGo.set(this.letGo.get() + 1)
        const recording = await this.#ports.spool.get(id)
        if (recording !== null) await this.#resume(recording)
      })
      .catch(() => {
        // This tab is closing, or the device's store is gone: the spooled recording is found at the next visit.
      })
  }

  #deliver(recording: SpoolRecording, keptMs: number): void {
    const { id } = recording
    if (this.#bells.has(id)) return

    const bells = { more: createBell(), again: createBell() }
    this.#bells.set(id, bells)
    const ports = {
      ...this.#ports,
      ...bells,
      newId: () => newId(),
      now: () => performance.now(),
      hasEnded: () => this.#recorders.get(id)?.hasEnded ?? false,
      isBehind: () => this.#recorders.get(id)?.isBehind ?? false,
      progress: (progress: UploadProgress) => this.#told(id, progress),
    }
    this.#set({ ...uploadBegins, recordingId: id, storyId: recording.story.id, part: recording.part, keptMs })
    this.#ports.locks
      .holding(id, () => deliver(id, ports, this.#closed.signal))
      .then((isOurs) => {
        const told = this.deliveries.get().get(id)
        // The lock was ours but the delivery is still shown as under way: another tab had delivered everything, and nothing was left to do.
        if (!isOurs || (told && isUnderWay(told))) this.#forget(id)
        if (!isOurs) this.#takeOverWhenFree(id)
      })
      .catch(() => {
        // This tab is closing: the spooled recording is found at the next visit.
      })
      .finally(() => this.#bells.delete(id))
  }

  #advanced({ id }: SpoolRecording, keptMs: number): void {
    const delivery = this.deliveries.get().get(id)
    if (delivery) this.#set({ ...delivery, keptMs })
    this.#bells.get(id)?.more.ring()
    this.#tellIdle()
  }

  #tellIdle(): void {
    if (this.isRecording) return
    for (const resolve of this.#idle) resolve()
    this.#idle.clear()
  }

  #told(id: string, progress: UploadProgress): void {
    const delivery = this.deliveries.get().get(id)
    if (delivery) this.#set({ ...delivery, ...progress })
    if (progress.phase === 'safe') this.#recorders.get(id)?.verified()
    if (progress.phase !== 'sending' && progress.phase !== 'verifying') this.#recorders.delete(id)
  }

  #set(delivery: Delivery): void {
    this.deliveries.set(new Map(this.deliveries.get()).set(delivery.recordingId, delivery))
  }

  /** Removes a delivery from view, since another tab carries it out. */
  #forget(id: string): void {
    const others = new Map(this.deliveries.get())
    others.delete(id)
    this.deliveries.set(others)
  }

  #stayAwakeDuring(recorder: Recorder): void {
    const isOn = () => isCapturing(recorder.view.get().state)
    // A recorder that failed to begin has already reported that, and its state will not change again.
    if (!isOn()) return
    const letSleep = keepAwake()
    const stop = recorder.view.watch(() => {
      if (isOn()) return
      letSleep()
      stop()
    })
  }
}

/** Whether the recording is complete: it only waits to be delivered or discarded. */
function isOver({ endedAt, discardedAt }: SpoolRecording): boolean {
  return endedAt !== null || discardedAt !== null
}

/** Whether a delivery is still going on, so that its recording is not yet safe. */
export function isUnderWay({ phase }: UploadProgress): boolean {
  return phase === 'sending' || phase === 'verifying'
}
