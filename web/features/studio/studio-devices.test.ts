import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceMemory } from '../../lib/device-memory.ts'
import { mayOpenCamera, mayOpenChosen, StudioDevices } from './studio-devices.ts'

/** The browser that `StudioDevices` asks: the connected devices, and the tracks that were opened, in order. */
let pluggedIn: string[]
let opened: { label: string; readyState: string; height: number }[]
/** Whether the cameras refuse to change their picture size. */
let refuses: boolean
/** Whether another program holds the cameras. */
let isHeld: boolean
/** The one device that another program holds. */
let held: string | null

beforeEach(() => {
  pluggedIn = ['camera 1', 'camera 2', 'microphone 1', 'microphone 2']
  opened = []
  refuses = false
  isHeld = false
  held = null
  deviceMemory.removeItem('kinora.devices')
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices, getUserMedia } })
})
afterEach(() => vi.unstubAllGlobals())

async function enumerateDevices() {
  return pluggedIn.map((id) => ({
    deviceId: id,
    kind: id.startsWith('camera') ? 'videoinput' : 'audioinput',
  }))
}

type Asked = { deviceId?: { exact: string }; height?: { ideal: number } }

async function getUserMedia({ audio, video }: { audio: Asked; video: Asked | false }) {
  const track = (kind: string, { deviceId, height }: Asked) => {
    const exact = deviceId?.exact
    const label = pluggedIn.find((id) => (exact === undefined ? id.startsWith(kind) : id === exact))
    if (label === undefined) throw new DOMException('', 'NotFoundError')
    if ((kind === 'camera' && isHeld) || label === held) throw new DOMException('', 'NotReadableError')
    const stop = () => {
      made.readyState = 'ended'
    }
    const getSettings = () => ({ deviceId: label })
    const its = { label, readyState: 'live', height: height?.ideal ?? 0, stop, getSettings }
    const applyConstraints = async (asked: Asked) => {
      await new Promise((resolve) => setTimeout(resolve))
      if (refuses) throw new DOMException('', 'OverconstrainedError')
      made.height = asked.height?.ideal ?? 0
    }
    const made = Object.assign(new EventTarget(), its, { applyConstraints })
    return made
  }
  const pictures = video ? [track('camera', video)] : []
  const sounds = [track('microphone', audio)]
  opened.push(...pictures, ...sounds)
  return {
    getTracks: () => [...pictures, ...sounds],
    getAudioTracks: () => sounds,
    getVideoTracks: () => pictures,
  }
}

const openedNow = () => opened.slice(-2).map(({ label }) => label)

function end(label: string): void {
  for (const track of opened.filter((each) => each.label === label)) track.readyState = 'ended'
}

async function withTheSecondOfEach(): Promise<StudioDevices> {
  const devices = new StudioDevices()
  await devices.choose({ cameraId: 'camera 2', microphoneId: 'microphone 2' })
  expect(openedNow()).toEqual(['camera 2', 'microphone 2'])
  return devices
}

it.each([
  ['camera 2', ['camera 1', 'microphone 2']],
  ['microphone 2', ['camera 2', 'microphone 1']],
])('opens another for %s when it is pulled out, and keeps to the other choice', async (gone, instead) => {
  const devices = await withTheSecondOfEach()

  pluggedIn = pluggedIn.filter((id) => id !== gone)
  end(gone)
  await devices.lookAgain()

  expect(openedNow()).toEqual(instead)
})

it('keeps to the chosen microphone also where there is no camera any more', async () => {
  const devices = await withTheSecondOfEach()

  pluggedIn = ['microphone 1', 'microphone 2']
  end('camera 2')
  await devices.lookAgain()

  expect(opened.slice(2).map(({ label }) => label)).toEqual(['microphone 2'])
})

it('opens nothing when something else was pulled out or put in', async () => {
  const devices = await withTheSecondOfEach()

  pluggedIn = pluggedIn.filter((id) => id !== 'camera 1')
  await devices.lookAgain()

  expect(devices.view.get().known.cameras.map(({ id }) => id)).toEqual(['camera 2'])
  expect(opened).toHaveLength(2)
})

it('opens nothing for somebody who took back in the browser what they had allowed', async () => {
  const devices = await withTheSecondOfEach()

  end('camera 2')
  await devices.lookAgain()

  expect(opened).toHaveLength(2)
})

it('finds the chosen camera again when it is plugged in again before the next visit', async () => {
  await withTheSecondOfEach()
  pluggedIn = ['camera 1', 'microphone 1', 'microphone 2']
  await new StudioDevices().open()
  expect(openedNow()).toEqual(['camera 1', 'microphone 2'])

  pluggedIn.push('camera 2')
  await new StudioDevices().open()
  expect(openedNow()).toEqual(['camera 2', 'microphone 2'])
})

it('has the open camera give another size, and closes nothing for it', async () => {
  const devices = await withTheSecondOfEach()
  const { stream } = devices.view.get()

  await devices.chooseQuality('low')

  expect(opened.map(({ height }) => height)).toEqual([480, 0])
  expect(devices.view.get().stream).toBe(stream)
})

it('opens a camera anew that will not give another size while it is open', async () => {
  const devices = await withTheSecondOfEach()

  refuses = true
  await devices.chooseQuality('low')

  expect(opened.map(({ height }) => height)).toEqual([1080, 0, 480, 0])
})

it('is settled only once the camera gives the size that was chosen last', async () => {
  const devices = await withTheSecondOfEach()

  devices.chooseQuality('low')
  await devices.settled()

  expect(opened[0]?.height).toBe(480)
})

it('gives what is still being opened the size that is chosen by then', async () => {
  const devices = new StudioDevices()
  const opening = devices.open()
  await devices.chooseQuality('medium')
  await opening

  expect(opened.map(({ height }) => height)).toEqual([720, 0])
})

it('uses what it has opened, and closes it again, where the browser does not list its devices', async () => {
  const enumerate = async () => {
    throw new DOMException('', 'InvalidStateError')
  }
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: enumerate, getUserMedia } })
  const devices = new StudioDevices()

  expect(await devices.open()).not.toBeNull()
  devices.close()

  expect(opened.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
})

it('closes a camera that was turned off during a recording once that has ended, and keeps the microphone', async () => {
  class Stream {
    readonly getTracks: () => unknown[]
    readonly getVideoTracks = () => []
    constructor(tracks: unknown[]) {
      this.getTracks = () => tracks
    }
  }
  vi.stubGlobal('MediaStream', Stream)
  const devices = new StudioDevices()
  await devices.open()
  devices.letGoOfHiddenCamera()
  expect(opened.map(({ readyState }) => readyState)).toEqual(['live', 'live'])

  devices.setPicture(false)
  devices.letGoOfHiddenCamera()
  expect(opened.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
  expect(devices.view.get().stream?.getTracks()).toEqual([opened[1]])
})

it('says that another program holds the camera where only the sound could be opened, and has the picture at a later try', async () => {
  isHeld = true
  const devices = new StudioDevices()
  await devices.choose({ cameraId: 'camera 2' })
  expect(devices.view.get()).toMatchObject({ failure: null, withoutPicture: 'device-busy' })
  expect(mayOpenCamera(devices.view.get())).toBe(true)

  isHeld = false
  await devices.open()
  expect(openedNow()).toEqual(['camera 2', 'microphone 1'])
  expect(devices.view.get().withoutPicture).toBeNull()
  expect(mayOpenCamera(devices.view.get())).toBe(false)
})

it('tries no camera where there is none, and one that was plugged in since', async () => {
  pluggedIn = ['microphone 1']
  const devices = new StudioDevices()
  await devices.open()
  expect(devices.view.get().withoutPicture).toBe('device-not-found')
  expect(mayOpenCamera(devices.view.get())).toBe(false)

  pluggedIn.push('camera 1')
  await devices.lookAgain()
  expect(mayOpenCamera(devices.view.get())).toBe(true)

  await devices.choose({ withCamera: false })
  expect(devices.view.get().withoutPicture).toBeNull()
  expect(mayOpenCamera(devices.view.get())).toBe(false)
})

it.each(['camera 2', 'microphone 2'])(
  'tells that %s, which was chosen, can be opened again',
  async (gone) => {
    const devices = await withTheSecondOfEach()
    const all = pluggedIn
    expect(mayOpenChosen(devices.view.get())).toBe(false)
    pluggedIn = all.filter((id) => id !== gone)
    end(gone)
    await devices.lookAgain()
    expect(mayOpenChosen(devices.view.get())).toBe(false)

    pluggedIn = all
    await devices.lookAgain()
    expect(mayOpenChosen(devices.view.get())).toBe(true)
    await devices.open()
    expect(openedNow()).toEqual(['camera 2', 'microphone 2'])
    expect(mayOpenChosen(devices.view.get())).toBe(false)
  },
)

it.each(['camera 2', 'microphone 2'])(
  'is content with what is open where another program holds %s',
  async (id) => {
    const devices = await withTheSecondOfEach()
    held = id
    await devices.open()
    expect(openedNow()).not.toContain(id)
    expect(mayOpenChosen(devices.view.get())).toBe(false)
  },
)

it('has nothing else to open for somebody who has chosen no device', async () => {
  const devices = new StudioDevices()
  await devices.open()
  expect(mayOpenChosen(devices.view.get())).toBe(false)
})
