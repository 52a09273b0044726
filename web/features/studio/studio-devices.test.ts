import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StudioDevices } from './studio-devices.ts'

/** The browser that `StudioDevices` asks: what is plugged in, and the tracks that were opened, the last of each kind last. */
let pluggedIn: string[]
let opened: { label: string; readyState: string }[]

beforeEach(() => {
  pluggedIn = ['camera 1', 'camera 2', 'microphone 1', 'microphone 2']
  opened = []
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices, getUserMedia } })
})
afterEach(() => vi.unstubAllGlobals())

async function enumerateDevices() {
  return pluggedIn.map((id) => ({
    deviceId: id,
    kind: id.startsWith('camera') ? 'videoinput' : 'audioinput',
  }))
}

type Asked = { deviceId?: { exact: string } }

async function getUserMedia({ audio, video }: { audio: Asked; video: Asked | false }) {
  const track = (kind: string, exact: string | undefined) => {
    const label = pluggedIn.find((id) => (exact === undefined ? id.startsWith(kind) : id === exact))
    if (label === undefined) throw new DOMException('', 'NotFoundError')
    return Object.assign(new EventTarget(), { label, readyState: 'live', stop: () => undefined })
  }
  const pictures = video ? [track('camera', video.deviceId?.exact)] : []
  const sounds = [track('microphone', audio.deviceId?.exact)]
  opened.push(...pictures, ...sounds)
  return { getTracks: () => [...pictures, ...sounds], getAudioTracks: () => sounds }
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
