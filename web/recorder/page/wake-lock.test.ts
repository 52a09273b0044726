import { afterEach, expect, it, vi } from 'vitest'
import { keepAwake } from './wake-lock.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page whose wake locks are granted when the test says so. */
function aPage() {
  const asked: PromiseWithResolvers<unknown>[] = []
  const locks: { released: boolean; release: () => Promise<void> }[] = []
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const request = () => {
    const answer = Promise.withResolvers<unknown>()
    asked.push(answer)
    return answer.promise
  }
  const grant = () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true
      },
    }
    locks.push(lock)
    asked.shift()?.resolve(lock)
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request } })
  return { page, locks, grant, waits: () => asked.length }
}

it('lets the screen sleep again, also where the page came back before the first request was answered', async () => {
  const { page, locks, grant, waits } = aPage()
  const letSleep = keepAwake()
  page.dispatchEvent(new Event('visibilitychange'))
  while (waits() > 0) grant()
  await new Promise(setImmediate)

  letSleep()

  await expect.poll(() => locks.map(({ released }) => released)).not.toContain(false)
})

it('asks again when the page comes back after the browser released the lock', async () => {
  const { page, locks, grant, waits } = aPage()
  const letSleep = keepAwake()
  grant()
  await new Promise(setImmediate)
  await locks[0]?.release()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(waits()).toBe(1)
  grant()
  await new Promise(setImmediate)

  letSleep()
  expect(locks).toMatchObject([{ released: true }, { released: true }])
})

it('releases a lock that is granted only after the recording ended', async () => {
  const { locks, grant } = aPage()
  keepAwake()()
  grant()
  await expect.poll(() => locks[0]?.released).toBe(true)
})
