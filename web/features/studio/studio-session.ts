import { v7 as newId } from 'uuid'
import type { StoryMethod } from '#contract/stories.ts'
import { deviceMs, isTimeTold, now, nowInstant } from '../../lib/clock.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { createMediaCapture } from '../../recorder/capture/media-capture.ts'
import { type RecordingFailureReason, reasonOf, SpoolFailure } from '../../recorder/failures.ts'
import type { Recorder } from '../../recorder/recorder.ts'
import { isCapturing, type RecorderState } from '../../recorder/state.ts'
import { namedOnly } from './speakers.ts'
import type { StudioDevices } from './studio-devices.ts'
import type { ThisDevice } from './this-device.ts'

export type SessionNote = { id: string; text: string; timestamp: string }

export type SessionView = {
  /** Of the part under way or last recorded. */
  recorder: RecorderState
  /** What the disk has of this session, over all its parts. */
  keptMs: number
  /** Recordings of this session, in order. */
  recordingIds: string[]
  notes: SessionNote[]
  speakers: string[]
  /** Whether files were added in this session. */
  hasFiles: boolean
  /** Whether its recordings are to be transcribed, where something can. */
  transcribe: boolean
  starting: boolean
  /** Why a recording could not even begin. */
  refusal: RecordingFailureReason | null
  /** The browser has thrown away what this device kept of the part that broke off. */
  isThrownAway: boolean
  /** The browser's store is closed, and could not be opened again for a while. */
  isStoreSilent: boolean
}

export type SessionPlan = {
  storyId: string
  title: string
  description: string
  /** The number of the first recording here, and how long those before it are. */
  firstPart: number
  earlierMs: number
  speakers: string[]
  /** How the story was begun. */
  mode: StoryMethod
  /** What was written before, here or elsewhere. */
  notes: SessionNote[]
}

/** What a session keeps things with. */
export type SessionDevice = Pick<ThisDevice, 'userId' | 'recordings' | 'notes' | 'closed'>

/** One sitting in the studio: a story, its recordings and notes. Everything in it is on the disk before it shows. */
export class StudioSession<Device extends SessionDevice = SessionDevice> {
  readonly plan: SessionPlan
  readonly view: Store<SessionView>
  /** Another one once the browser has closed the store of the one before. */
  readonly device: Pick<Store<Device>, 'get' | 'watch'>
  readonly #renewDevice: () => Promise<Device>
  #opening: Promise<Device> | null = null
  #silence: ReturnType<typeof setTimeout> | undefined
  readonly #devices: StudioDevices
  /** Of this session, in order; the last one is under way or was last. */
  readonly #recorders: Recorder[] = []
  /** Those whose device was closed under them: what they still say is of no use. */
  readonly #lost = new Set<Recorder>()
  /** Whoever was named as a speaker in this session, those among them who were taken out again. */
  readonly #everNamed: Set<string>
  readonly #detailsId = newId()
  /** Notes in the order they were first written: one that is brought back finds its place. */
  readonly #places: string[]

  constructor(
    plan: SessionPlan,
    device: Device,
    devices: StudioDevices,
    /** Opens what to keep things with once more. */
    reopen: () => Promise<Device>,
  ) {
    this.plan = plan
    this.#everNamed = new Set(namedOnly(plan.speakers))
    this.#places = plan.notes.map(({ id }) => id)
    const opened = createStore(device)
    this.device = opened
    this.#renewDevice = async () => {
      const renewed = await reopen()
      // Somebody else has signed in.
      if (renewed.userId !== device.userId) throw new Error('somebody else is signed in')
      opened.set(renewed)
      return renewed
    }
    this.#devices = devices
    this.view = createStore<SessionView>({
      recorder: { name: 'idle' },
      keptMs: 0,
      recordingIds: [],
      notes: plan.notes,
      hasFiles: false,
      transcribe: true,
      speakers: plan.speakers,
      starting: false,
      refusal: null,
      isThrownAway: false,
      isStoreSilent: false,
    })
    this.#hearIfClosed(device)
  }

  get isCapturing(): boolean {
    return isCapturing(this.view.get().recorder)
  }

  /** Begins a recording: the first, or a further part after a failure or a stop. Opens the devices when needed. */
  async record(): Promise<void> {
    if (this.isCapturing || this.view.get().starting) return

    this.#set({ starting: true, refusal: null })
    try {
      const stream = await this.#usableStream()
      if (stream !== null) await this.#begin(stream)
    } catch (error) {
      this.#set({ refusal: reasonOf(error) })
    } finally {
      this.#set({ starting: false })
    }
  }

  pause(): void {
    this.#recorders.at(-1)?.pause()
  }

  resume(): void {
    this.#recorders.at(-1)?.resume()
  }

  /** Resolves when everything captured is on the disk. */
  async stop(): Promise<void> {
    await this.#recorders.at(-1)?.stop()
  }

  /** Milliseconds into the story, all its earlier parts counted. */
  get storyMs(): number {
    return this.plan.earlierMs + this.view.get().keptMs
  }

  /** Where on the same clock the part under way, or last recorded, begins. */
  get partBeginsAtMs(): number {
    return this.plan.earlierMs + lengthOf(this.#recorders.slice(0, -1))
  }

  /** It broke off, and that is that: what was kept stays. */
  leaveIt(): void {
    const isFailed = this.view.get().recorder.name === 'failed'
    this.#set({ refusal: null, ...(isFailed ? { recorder: { name: 'idle' } } : {}) })
  }

  /** Keeps a note on the disk, or what it was changed to; it goes to the server by itself. */
  async putNote({ was, ...note }: SessionNote & { was?: string }): Promise<void> {
    await this.#keepNote(was === undefined ? note : { ...note, was }, false)
    const others = this.view.get().notes
    const isKnown = others.some(({ id }) => id === note.id)
    const notes = isKnown ? others.map((each) => (each.id === note.id ? note : each)) : [...others, note]
    this.#set({ notes: notes.toSorted(byPlace(this.#places)) })
  }

  /** Takes a note out, here and at the server; `putNote` brings it back to its place. */
  async removeNote(note: SessionNote): Promise<void> {
    await this.#keepNote(note, true)
    this.#set({ notes: this.view.get().notes.filter(({ id }) => id !== note.id) })
  }

  async #keepNote(note: SessionNote & { was?: string }, removed: boolean): Promise<void> {
    const { storyId, title, description, mode: method } = this.plan
    const { userId, notes } = await this.#openDevice()
    const story = { title, description, method }
    await notes.keep({
      ...note,
      storyId,
      userId,
      removed,
      story,
      writtenAt: nowInstant(),
      isUntold: !isTimeTold(),
    })
    if (!this.#places.includes(note.id)) this.#places.push(note.id)
  }

  /** Files were added: the session is not empty even without a recording. */
  tellOfFiles(): void {
    this.#set({ hasFiles: true })
  }

  /** Whether recordings that begin from now on are to be transcribed. */
  setTranscribe(transcribe: boolean): void {
    this.#set({ transcribe })
  }

  setSpeakers(speakers: string[]): void {
    for (const name of namedOnly(speakers)) this.#everNamed.add(name)
    this.#set({ speakers })
    // Who records already has told the names as they were at the beginning; a browser that dies may not take the new ones along.
    if (this.view.get().recordingIds.length > 0) this.keepDetails('').catch(() => undefined)
  }

  /** Keeps on the disk who speaks, and what the story is about where nobody says so; it goes to the server by itself. */
  async keepDetails(description: string): Promise<void> {
    const speakers = namedOnly(this.view.get().speakers)
    const dropped = [...this.#everNamed].filter((name) => !speakers.includes(name))
    const { storyId, title } = this.plan
    const { userId, notes, recordings } = await this.#openDevice()
    await recordings.nameSpeakers(this.view.get().recordingIds, speakers).catch(() => undefined)
    const details = { speakers, dropped, description: this.plan.description === '' ? description : '' }
    const story = { title, description: this.plan.description }
    await notes.keep({ id: this.#detailsId, storyId, userId, text: '', timestamp: '00:00', story, details })
  }

  async #usableStream(): Promise<MediaStream | null> {
    await this.#devices.settled()
    const { stream, failure, choice } = this.#devices.view.get()
    const isLive = stream?.getTracks().every((track) => track.readyState === 'live') ?? false
    const isAsChosen = choice.withCamera || stream?.getVideoTracks().length === 0
    if (stream !== null && isLive && isAsChosen && failure === null) return stream

    const opened = await this.#devices.open()
    if (opened === null) this.#set({ refusal: this.#devices.view.get().failure })
    return opened
  }

  async #begin(stream: MediaStream): Promise<void> {
    const { storyId, title, description, firstPart } = this.plan
    const { recordingIds, speakers, transcribe } = this.view.get()
    const at = nowInstant()
    const { quality } = this.#devices.view.get().choice
    const { recordings } = await this.#openDevice()
    const known = await recordings.nextPart(storyId)

    const recorder = await recordings.begin({
      story: {
        id: storyId,
        title,
        description,
        speakers: namedOnly(speakers),
        date: formatDate(at),
        time: formatTime(at),
      },
      part: Math.max(known, firstPart + recordingIds.length),
      beginsAtMs: this.storyMs,
      quality,
      transcribe,
      capture: createMediaCapture(stream, quality, { deviceMs, dayMs: () => now().getTime() }),
    })
    this.#recorders.push(recorder)
    this.#set({ isThrownAway: false, recordingIds: [...recordingIds, recorder.recording.id] })
    this.#follow(recorder)
  }

  #follow(recorder: Recorder): void {
    const take = () => {
      // The last slices of one that was stopped may come when the next has begun.
      const keptMs = lengthOf(this.#recorders)
      const isLast = this.#recorders.at(-1) === recorder && !this.#lost.has(recorder)
      this.#set({ keptMs, ...(isLast ? { recorder: recorder.view.get().state } : {}) })
    }
    recorder.view.watch(take)
    take()
  }

  async #openDevice(): Promise<Device> {
    const device = this.device.get()
    if (this.#opening === null && !device.closed.aborted) return device
    this.#opening ??= this.#openAnew().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #openAnew(): Promise<Device> {
    const device = await this.#renewDevice()
    clearTimeout(this.#silence)
    this.#set({ isStoreSilent: false })
    this.#hearIfClosed(device)
    // The tab may hold them a moment longer in the name of the device before.
    device.recordings.letGo.watch(() => this.#keepBroken(device).catch(() => undefined))
    await this.#keepBroken(device)
    const last = this.#recorders.at(-1)
    if (last && this.#lost.has(last)) {
      this.#set({ isThrownAway: !(await device.recordings.isHere(last.recording.id)) })
    }
    return device
  }

  /** What broke off with the device before is a part of this session, and ends there. */
  async #keepBroken({ recordings }: Device): Promise<void> {
    const { recordingIds } = this.view.get()
    for (const found of await recordings.unfinished()) {
      if (recordingIds.includes(found.recording.id)) await recordings.keep(found)
    }
  }

  /** What was recorded goes on to the server, also where nobody presses anything. */
  #openByItself(): void {
    this.#openDevice().catch((error) => {
      const reason = reasonOf(error)
      if (reason === 'device-storage') setTimeout(() => this.#openByItself(), openAgainMs)
      if (reason === 'page-outdated') this.#set({ refusal: reason })
    })
  }

  #hearIfClosed({ closed }: SessionDevice): void {
    closed.addEventListener('abort', () => {
      const recorder = this.#recorders.at(-1)
      const { name } = this.view.get().recorder
      if (recorder && name !== 'idle' && name !== 'safe') {
        this.#lost.add(recorder)
        const reason = closed.reason instanceof SpoolFailure ? closed.reason.reason : 'device-storage'
        this.#set({ recorder: { name: 'failed', reason } })
      }
      clearTimeout(this.#silence)
      this.#silence = setTimeout(() => this.#set({ isStoreSilent: true }), silentMs)
      this.#openByItself()
    })
  }

  #set(change: Partial<SessionView>): void {
    this.view.set({ ...this.view.get(), ...change })
  }
}

/** A browser whose store is busy or restarts is asked again within this. */
const openAgainMs = 5_000
/** So long is it asked before somebody is told that they have to do something. */
const silentMs = 60_000

const lengthOf = (recorders: readonly Recorder[]): number =>
  recorders.reduce((ms, { view }) => ms + view.get().committedMs, 0)

function byPlace(places: readonly string[]) {
  return (a: SessionNote, b: SessionNote) => places.indexOf(a.id) - places.indexOf(b.id)
}
