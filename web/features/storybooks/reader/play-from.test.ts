import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playFrom, reached } from './play-from.ts'

beforeEach(() => vi.stubGlobal('location', { href: 'https://kinora.example/app' }))
afterEach(() => vi.unstubAllGlobals())

/** An audio element whose file arrives when the test says so. */
class SlowAudio {
  #src = ''
  currentTime = 0
  readonly duration = 120
  paused = true
  error: object | null = null
  onloadedmetadata: () => void = () => undefined
  onerror: () => void = () => undefined
  onpause: () => void = () => undefined
  onplay: () => void = () => undefined
  ontimeupdate: () => void = () => undefined
  readonly ended = false

  get src(): string {
    return this.#src
  }
  set src(url: string) {
    this.#src = new URL(url, location.href).href
    this.error = null
  }
  async play(): Promise<void> {
    if (this.currentTime >= this.duration) this.currentTime = 0
    if (this.error) throw new DOMException('no supported source', 'NotSupportedError')
    this.paused = false
  }
  pause(): void {
    this.paused = true
  }
}

const slow = () => {
  const element = new SlowAudio()
  const from = (seconds: number, isMine: () => boolean) =>
    playFrom(element as unknown as HTMLAudioElement, '/voice', seconds, isMine)
  return { element, from }
}

test('a passage that was stopped before its recording was there stays silent', async () => {
  const { element, from } = slow()
  let isMine = true
  const played = from(12, () => isMine)
  isMine = false
  element.pause()
  element.onloadedmetadata()
  await played

  expect(element).toMatchObject({ paused: true, currentTime: 0 })
})

test('of two passages pressed before their recording was there, the second is heard', async () => {
  const { element, from } = slow()
  let mine = 'first'
  const first = from(12, () => mine === 'first')
  mine = 'second'
  const second = from(90, () => mine === 'second')
  element.onloadedmetadata()
  await Promise.all([first, second])

  expect(element).toMatchObject({ paused: false, currentTime: 90 })
})

test('a voice that is almost there goes on without a seek', async () => {
  const { element, from } = slow()
  const first = from(12, () => true)
  element.onloadedmetadata()
  await first
  element.currentTime = 20.4
  await from(20, () => true)

  expect(element.currentTime).toBe(20.4)
})

test('a voice that has just come to its end while it went on does not begin from the start', async () => {
  const { element, from } = slow()
  const first = from(12, () => true)
  element.onloadedmetadata()
  await first
  element.currentTime = 120
  await from(119.5, () => true)

  expect(element.currentTime).toBe(120)
})

test('a voice whose recording could not be loaded is loaded again when it is pressed once more', async () => {
  const { element, from } = slow()
  const first = from(12, () => true)
  element.error = { code: 2 }
  element.onerror()
  await expect(first).rejects.toThrow()
  const second = from(12, () => true)
  element.onloadedmetadata()
  await second

  expect(element).toMatchObject({ paused: false, currentTime: 12, error: null })
})

test('a voice that the system pauses is no longer shown as heard, until the system lets it go on', async () => {
  const { element, from } = slow()
  const first = from(12, () => true)
  element.onloadedmetadata()
  await first
  const shown: boolean[] = []
  let isHeard = false
  const heard = reached(
    element as unknown as HTMLAudioElement,
    20,
    () => true,
    (isPlaying) => shown.push(isPlaying),
  ).then(() => {
    isHeard = true
  })

  element.pause()
  element.onpause()
  expect(shown).toEqual([false])
  await element.play()
  element.onplay()
  expect([shown, isHeard]).toEqual([[false, true], false])

  element.currentTime = 20
  element.ontimeupdate()
  await heard
})

test('a voice that plays again by the time its pause is told, or is at its end, is not shown as paused', async () => {
  const { element, from } = slow()
  const first = from(12, () => true)
  element.onloadedmetadata()
  await first
  const turnedTo = vi.fn()
  reached(element as unknown as HTMLAudioElement, 20, () => true, turnedTo)
  element.onpause()
  element.pause()
  element.currentTime = 120
  element.onpause()

  expect(turnedTo).not.toHaveBeenCalled()
})
