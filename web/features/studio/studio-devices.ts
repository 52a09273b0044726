import type { RecordingQuality } from '#contract/recordings.ts'
import { deviceMemory } from '../../lib/device-memory.ts'
import { createStore, type Store } from '../../lib/store.ts'
import {
  changeQuality,
  closeStream,
  type Device,
  type DeviceChoice,
  type Devices,
  listDevices,
  type OpenedDevices,
  openDevices,
} from '../../recorder/capture/devices.ts'
import { type RecordingFailureReason, reasonOf } from '../../recorder/failures.ts'

export type DevicesView = {
  choice: DeviceChoice
  known: Devices
  stream: MediaStream | null
  opening: boolean
  failure: RecordingFailureReason | null
  /** Why the open stream has sound alone although a picture was chosen. */
  withoutPicture: RecordingFailureReason | null
  muted: boolean
  /** Ids of the devices that were connected when the stream was opened. */
  pluggedIn: readonly string[]
}

/** Whether a camera is wanted and not open, but might open at another try. */
export function mayOpenCamera({ choice, stream, known, withoutPicture }: DevicesView): boolean {
  if (!choice.withCamera || stream === null || stream.getVideoTracks().length > 0) return false
  // Some browsers name no camera while only the microphone is open.
  return withoutPicture === 'device-busy' || known.cameras.length > 0
}

/**
 * Whether another device than the chosen one is open, and that one has been connected since: it was pulled out, and is back. One that
 * was connected all the time could not be opened, and would not open at another try either.
 */
export function mayOpenChosen({ choice, stream, known, pluggedIn }: DevicesView): boolean {
  const { cameraId, microphoneId } = choice
  const isInstead = (id: string | null, devices: Device[], tracks: MediaStreamTrack[] = []) =>
    devices.some((device) => device.id === id && !pluggedIn.includes(device.id)) &&
    tracks.some((track) => track.getSettings().deviceId !== id)
  return (
    isInstead(microphoneId, known.microphones, stream?.getAudioTracks()) ||
    isInstead(cameraId, known.cameras, stream?.getVideoTracks())
  )
}

const choiceKey = 'kinora.devices'

/** Camera and microphone as chosen; they are open for as long as the studio is. */
export class StudioDevices {
  readonly view: Store<DevicesView>
  #attempt = 0
  #changing: Promise<unknown> = Promise.resolve()

  constructor() {
    this.view = createStore<DevicesView>({
      choice: storedChoice(),
      known: { cameras: [], microphones: [] },
      stream: null,
      opening: false,
      failure: null,
      withoutPicture: null,
      muted: false,
      pluggedIn: [],
    })
  }

  /** Opens the chosen devices in place of the open ones. Resolves to the stream, or to null with `failure` in the view. */
  async open(): Promise<MediaStream | null> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.#set({ opening: true, failure: null, withoutPicture: null })
    this.#letGo()
    try {
      const { stream, withoutPicture, known } = await this.#opened()
      if (attempt !== this.#attempt) {
        closeStream(stream)
        return null
      }
      for (const track of stream.getAudioTracks()) track.enabled = !this.view.get().muted
      for (const track of stream.getTracks()) track.addEventListener('ended', () => this.lookAgain())
      this.#set({ opening: false, stream, withoutPicture, known, pluggedIn: idsOf(known) })
      return stream
    } catch (error) {
      if (attempt === this.#attempt) this.#set({ opening: false, failure: reasonOf(error) })
      return null
    }
  }

  /** Changes the choice of devices and opens them. Not while recording: a recorder's stream cannot be exchanged. */
  async choose(change: Partial<Omit<DeviceChoice, 'quality'>>): Promise<void> {
    this.#keep(change)
    await this.open()
  }

  /** Changes the quality; not while recording either. Devices that are just being opened take the quality chosen by then. */
  async chooseQuality(quality: RecordingQuality): Promise<void> {
    this.#keep({ quality })
    const { stream, opening } = this.view.get()
    if (opening) return
    this.#changing = stream ? changeQuality(stream, quality).catch(() => this.open()) : this.open()
    await this.#changing
  }

  /** Resolves when the open camera delivers the quality chosen last: real cameras take a second to change. */
  async settled(): Promise<void> {
    await this.#changing
  }

  setMuted(muted: boolean): void {
    for (const track of this.view.get().stream?.getAudioTracks() ?? []) track.enabled = !muted
    this.#set({ muted })
  }

  /** Blackens the picture, or shows it again, while a video recording goes on. */
  setPicture(shown: boolean): void {
    for (const track of this.view.get().stream?.getVideoTracks() ?? []) track.enabled = shown
    this.#set({ choice: { ...this.view.get().choice, withCamera: shown } })
  }

  /** Closes a camera that was turned off during a recording, and with it its light; to be called once the recording has ended. */
  letGoOfHiddenCamera(): void {
    const { stream, choice } = this.view.get()
    const pictures = stream?.getVideoTracks() ?? []
    if (stream === null || choice.withCamera || pictures.length === 0) return
    for (const track of pictures) track.stop()
    this.#set({ stream: new MediaStream(stream.getAudioTracks()) })
  }

  /**
   * Lists the connected devices again. If a device was unplugged while in use, another is opened (a recording with it has ended by
   * then). If the list is the same as before, the person merely withdrew the browser's permission, and nothing is opened.
   */
  async lookAgain(): Promise<void> {
    const known = await listDevices()
    this.#set({ known })
    const { stream, pluggedIn } = this.view.get()
    const hasEnded = stream?.getTracks().some(({ readyState }) => readyState === 'ended')
    if (hasEnded && idsOf(known).join() !== pluggedIn.join()) await this.open()
  }

  close(): void {
    this.#attempt += 1
    this.#letGo()
    this.#set({ opening: false })
  }

  /** The chosen devices, opened, in the quality chosen by then. A camera that cannot change its quality is better than none. */
  async #opened(): Promise<OpenedDevices & { known: Devices }> {
    const { choice } = this.view.get()
    const opened = await openDevices(choice)
    // Without a list they work all the same; and if this failed, nobody could close the open ones again.
    const known = await listDevices().catch(() => this.view.get().known)
    let { quality } = choice
    while (quality !== this.view.get().choice.quality) {
      quality = this.view.get().choice.quality
      await changeQuality(opened.stream, quality).catch(() => undefined)
    }
    return { ...opened, known }
  }

  #keep(change: Partial<DeviceChoice>): void {
    const choice = { ...this.view.get().choice, ...change }
    this.#set({ choice })
    storeChoice(choice)
  }

  #letGo(): void {
    const { stream } = this.view.get()
    if (stream) closeStream(stream)
    this.#set({ stream: null })
  }

  #set(change: Partial<DevicesView>): void {
    this.view.set({ ...this.view.get(), ...change })
  }
}

function idsOf({ cameras, microphones }: Devices): string[] {
  return [...cameras, ...microphones].map(({ id }) => id)
}

function storedChoice(): DeviceChoice {
  const first: DeviceChoice = { cameraId: null, microphoneId: null, withCamera: true, quality: 'high' }
  try {
    const stored: Partial<DeviceChoice> = JSON.parse(deviceMemory.getItem(choiceKey) ?? '{}')
    return {
      cameraId: typeof stored.cameraId === 'string' ? stored.cameraId : null,
      microphoneId: typeof stored.microphoneId === 'string' ? stored.microphoneId : null,
      withCamera: true,
      quality: isQuality(stored.quality) ? stored.quality : first.quality,
    }
  } catch {
    return first
  }
}

function storeChoice(choice: DeviceChoice): void {
  deviceMemory.setItem(choiceKey, JSON.stringify(choice))
}

function isQuality(value: unknown): value is RecordingQuality {
  return value === 'high' || value === 'medium' || value === 'low'
}
