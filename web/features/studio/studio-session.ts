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
import { mayOpenCamera, mayOpenChosen, type StudioDevices } from './studio-devices.ts'
import type { ThisDevice } from './this-device.ts'

export type SessionNote = { id: string; text: string; timestamp: string }

export type SessionView = {
  /** The state of the part that is being recorded, or was recorded last. */
  recorder: RecorderState
  /** How much of this session is on the disk, in milliseconds over all its parts. */
  keptMs: number
  /** Ids of this session's recordings, in order. */
  recordingIds: string[]
  notes: SessionNote[]
  speakers: string[]
  /** Whether the story was made on the server in this session, so that files can be added to it. */
  isMade: boolean
  /** Whether there are files that the story has, or may still get. */
  hasFiles: boolean
  /** Whether this session's recordings are to be transcribed, where a transcription engine is available. */
  transcribe: boolean
  starting: boolean
  /** Why a recording could not even begin; null if it could. */
  refusal: RecordingFailureReason | null
  /** The browser has deleted what this device kept of the part that broke off. */
  isThrownAway: boolean
  /** The browser's store was closed and has not been reopened for a while. */
  isStoreSilent: boolean
}

export type SessionPlan = {
  storyId: string
  title: string
  description: string
  /** The part number of the first recording in this session, and the length of all parts before it. */
  firstPart: number
  earlierMs: number
  speakers: string[]
  /** The method by which the story was begun. */
  mode: StoryMethod
  /** Notes that were written before this session, on this device or elsewhere. */
  notes: SessionNote[]
}

/** The parts of `ThisDevice` that a session stores things with. */
export type SessionDevice = Pick<ThisDevice, 'userId' | 'recordings' | 'notes' | 'closed'>

/** One session in the studio: a story, its recordings and notes. Everything in it is on the disk before it is shown. */
export class StudioSession<Device extends SessionDevice = SessionDevice> {
  readonly plan: SessionPlan
  readonly view: Store<SessionView>
  /** Replaced by a newly opened device after the browser has closed the store of the previous one. */
  readonly device: Pick<Store<Device>, 'get' | 'watch'>
  readonly #renewDevice: () => Promise<Device>
  #opening: Promise<Device> | null = null
  #silence: ReturnType<typeof setTimeout> | undefined
  readonly #devices: StudioDevices
  /** Whether somebody wished to stop since a recording was last asked for. */
  #isCalledOff = false
  /** The latest beginning of a recording, once its camera and microphone were open. */
  #beginning: Promise<void> | null = null
  /** The recorders of this session, in order; the last one is running or ran last. */
  readonly #recorders: Recorder[] = []
  /** Recorders whose device was closed while they ran; their later state changes are ignored. */
  readonly #lost = new Set<Recorder>()
  /** Everyone who was named as a speaker in this session, including those who were removed again. */
  readonly #everNamed: Set<string>
  readonly #detailsId = newId()
  /** Note ids in the order in which they were first written, so that a note that is brought back returns to its place. */
  readonly #places: string[]

  constructor(
    plan: SessionPlan,
    device: Device,
    devices: StudioDevices,
    /** Opens the device again after its store was closed. */
    reopen: () => Promise<Device>,
  ) {
    this.plan = plan
    this.#everNamed = new Set(namedOnly(plan.speakers))
    this.#places = plan.notes.map(({ id }) => id)
    const opened = createStore(device)
    this.device = opened
    this.#renewDevice = async () => {
      const renewed = await reopen()
      // Another person has signed in meanwhile.
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
      isMade: false,
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

  /** Begins a recording: the first, or a further part after a failure or a stop. Opens camera and microphone when needed. */
  async record(): Promise<void> {
    if (this.isCapturing || this.view.get().starting) return

    this.#isCalledOff = false
    this.#set({ starting: true, refusal: null })
    try {
      const stream = await this.#usableStream()
      if (stream === null || this.#isCalledOff) return
      this.#beginning = this.#begin(stream)
      await this.#beginning
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

  /**
   * Also calls off a recording that waits for camera and microphone: nobody could stop it later who wished it to stop now. Resolves
   * when everything captured is on the disk.
   */
  async stop(): Promise<void> {
    this.#isCalledOff = true
    await this.#beginning?.catch(() => undefined)
    await this.#recorders.at(-1)?.stop()
    if (!this.isCapturing) this.#devices.letGoOfHiddenCamera()
  }

  /** The current time in the story, in milliseconds, including all its earlier parts. */
  get storyMs(): number {
    return this.plan.earlierMs + this.view.get().keptMs
  }

  /** Where, on the story's clock, the part begins that is being recorded or was recorded last. */
  get partBeginsAtMs(): number {
    return this.plan.earlierMs + lengthOf(this.#recorders.slice(0, -1))
  }

  /** Dismisses a failure: the person does not go on recording, and what was kept stays. */
  leaveIt(): void {
    const isFailed = this.view.get().recorder.name === 'failed'
    this.#set({ refusal: null, ...(isFailed ? { recorder: { name: 'idle' } } : {}) })
  }

  /** Keeps a new or changed note on the disk; it is sent to the server in the background. */
  async putNote({ was, ...note }: SessionNote & { was?: string }): Promise<void> {
    await this.#keepNote(was === undefined ? note : { ...note, was }, false)
    const others = this.view.get().notes
    const isKnown = others.some(({ id }) => id === note.id)
    const notes = isKnown ? others.map((each) => (each.id === note.id ? note : each)) : [...others, note]
    this.#set({ notes: notes.toSorted(byPlace(this.#places)) })
  }

  /** Removes a note, here and on the server; `putNote` brings it back to its place. */
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

  /** Tells the session that the server has the story: it is there from now on, even if nothing is recorded. */
  tellOfStory(): void {
    this.#set({ isMade: true })
  }

  /** Tells the session whether there are files to keep, so that it is not empty even without a recording. */
  tellOfFiles(hasFiles: boolean): void {
    if (this.view.get().hasFiles !== hasFiles) this.#set({ hasFiles })
  }

  /** Whether recordings that begin from now on are to be transcribed. */
  setTranscribe(transcribe: boolean): void {
    this.#set({ transcribe })
  }

  setSpeakers(speakers: string[]): void {
    for (const name of namedOnly(speakers)) this.#everNamed.add(name)
    this.#set({ speakers })
    // The recordings carry the names from when they began, and the browser may die before the new names are sent: keep them on disk.
    if (this.view.get().recordingIds.length > 0) this.keepDetails('').catch(() => undefined)
  }

  /** Keeps on disk who speaks, and a description for a story that has none; both are sent to the server in the background. */
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
    const view = this.#devices.view.get()
    const { stream, failure, choice } = view
    const isLive = stream?.getTracks().every((track) => track.readyState === 'live') ?? false
    // Another program may have let go of the camera since.
    const isAsChosen = choice.withCamera ? !mayOpenCamera(view) : stream?.getVideoTracks().length === 0
    if (stream !== null && isLive && isAsChosen && !mayOpenChosen(view) && failure === null) return stream

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
      // The last slices of a stopped recorder may arrive after the next one has begun.
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
    // This tab may hold the recordings' locks a moment longer on behalf of the previous device.
    device.recordings.letGo.watch(() => this.#keepBroken(device).catch(() => undefined))
    await this.#keepBroken(device)
    const last = this.#recorders.at(-1)
    if (last && this.#lost.has(last)) {
      this.#set({ isThrownAway: !(await device.recordings.isHere(last.recording.id)) })
    }
    return device
  }

  /** Ends and keeps the recordings that broke off with the previous device: they are parts of this session. */
  async #keepBroken({ recordings }: Device): Promise<void> {
    const { recordingIds } = this.view.get()
    for (const found of await recordings.unfinished()) {
      if (recordingIds.includes(found.recording.id)) await recordings.keep(found)
    }
  }

  /** Reopens the device unasked, so that what was recorded is delivered even if nobody presses anything. */
  #openByItself(): void {
    this.#openDevice().catch((error) => {
      const reason = reasonOf(error)
      if (mayOpenLater.has(reason)) setTimeout(() => this.#openByItself(), openAgainMs)
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

const mayOpenLater: ReadonlySet<RecordingFailureReason> = new Set([
  'device-storage',
  'store-silent',
  'store-in-use',
])
/** How soon to retry opening the store in a browser where it is busy or restarting. */
const openAgainMs = 5_000
/** How long to retry before the person is told that they have to do something. */
const silentMs = 60_000

const lengthOf = (recorders: readonly Recorder[]): number =>
  recorders.reduce((ms, { view }) => ms + view.get().committedMs, 0)

function byPlace(places: readonly string[]) {
  return (a: SessionNote, b: SessionNote) => places.indexOf(a.id) - places.indexOf(b.id)
}
