import { createStore, type Store } from '../lib/store.ts'
import type { Capture } from './capture/capture.ts'
import { type RecordingFailureReason, reasonOf } from './failures.ts'
import { SliceWriter } from './spool/slice-writer.ts'
import type { Spool, SpoolRecording } from './spool/spool.ts'
import { isCapturing, nextState, type RecorderEvent, type RecorderState } from './state.ts'

/** `committedMs`: how much of the recording is on this device's disk. The timer shows nothing else. */
export type RecorderView = { state: RecorderState; committedMs: number }

export type RecorderPorts = {
  spool: Spool
  capture: Capture
  /** Something new is on the disk, or the recording has ended. */
  advanced: () => void
  /** The wall clock, as an ISO instant. */
  now: () => string
  /**
   * Resolves once the page has stayed open for a moment after a failure. A page that is being closed loses its camera first, and that
   * looks like a failure.
   */
  outlived: () => Promise<void>
}

/** One recording, from its first slice to its last: capture -> spool. What the spool has, the uploader delivers. */
export class Recorder {
  readonly recording: SpoolRecording
  readonly view: Store<RecorderView> = createStore<RecorderView>({ state: { name: 'idle' }, committedMs: 0 })
  readonly #ports: RecorderPorts
  readonly #writer: SliceWriter
  #ending: Promise<void> | null = null
  #hasEnded = false
  #isBehind = false

  constructor(recording: SpoolRecording, ports: RecorderPorts) {
    this.recording = recording
    this.#ports = ports
    this.#writer = new SliceWriter(ports.spool, recording.id, {
      committed: ({ endMs }) => {
        this.view.set({ ...this.view.get(), committedMs: endMs })
        ports.advanced()
      },
      failed: (failure) => this.#fail(failure.reason),
    })
  }

  /** Whether the recording has ended and its last slice was written; also true when the disk was too full to store `endedAt`. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Whether the recording ended without its last slices: waiting for them timed out, and they may still arrive. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Rejects with `SpoolFailure` when the device cannot even store that a recording has begun. */
  async start(): Promise<void> {
    const { spool, capture, now } = this.#ports
    await spool.create(this.recording)
    // Stopped while its row was being written (somebody signed out, say): nobody could stop it again, so nothing may be captured.
    if (this.#ending !== null) return spool.update(this.recording.id, { endedAt: now() })
    try {
      capture.start({
        slice: (bytes, endMs) => this.#writer.add(bytes, endMs),
        failed: ({ reason }) => this.#fail(reason),
      })
      this.#tell({ type: 'started' })
    } catch (error) {
      this.#fail(reasonOf(error))
    }
  }

  pause(): void {
    this.#ports.capture.pause()
    this.#tell({ type: 'paused' })
  }

  resume(): void {
    this.#ports.capture.resume()
    this.#tell({ type: 'resumed' })
  }

  /** Resolves when everything captured is on the disk, or could not be written (the state says so). */
  async stop(): Promise<void> {
    if (isCapturing(this.view.get().state)) this.#tell({ type: 'stopped' })
    this.#ending ??= this.#end()
    await this.#ending
  }

  /** The server has re-read every byte. */
  verified(): void {
    this.#tell({ type: 'verified' })
  }

  #fail(reason: RecordingFailureReason): void {
    this.#tell({ type: 'failed', reason })
    this.#ending ??= this.#end(this.#ports.outlived)
  }

  /** Stores `endedAt`. If `certain` never resolves, the recording stays unfinished, and the next visit asks what to do with it. */
  async #end(certain?: () => Promise<void>): Promise<void> {
    await this.#ports.capture.stop()
    // The writer has already reported what it could not write; the slices it did write are kept, and the recording ends there.
    await this.#writer.flush().catch(() => undefined)
    const lastSlices = this.#ports.capture.behind()
    this.#isBehind = lastSlices !== null
    lastSlices?.then(() => this.#catchUp())
    await certain?.()
    const { spool, now } = this.#ports
    await spool.update(this.recording.id, { endedAt: now() }).catch(() => undefined)
    this.#hasEnded = true
    this.#ports.advanced()
  }

  async #catchUp(): Promise<void> {
    await this.#writer.flush().catch(() => undefined)
    this.#isBehind = false
    this.#ports.advanced()
  }

  #tell(event: RecorderEvent): void {
    const view = this.view.get()
    const state = nextState(view.state, event)
    if (state !== view.state) this.view.set({ ...view, state })
  }
}
