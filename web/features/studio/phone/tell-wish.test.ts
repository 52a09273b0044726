import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { tellWish } from './tell-wish.ts'

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const away = new TypeError('Failed to fetch')
const signedOut = Object.assign(new Error('no'), { code: 'UNAUTHORIZED' })
const unknown = Object.assign(new Error('no'), { code: 'NOT_FOUND' })

/** A wish to a server that fails with `error` until the test says otherwise. */
function aWish(error: Error) {
  let fails = true
  const tell = vi.fn(async () => {
    if (fails) throw error
  })
  const reports = createStore(0)
  const missed = vi.fn()
  const over = new AbortController()
  const told = tellWish(tell, { reports, signal: over.signal, missed })
  const recover = () => {
    fails = false
  }
  return { tell, reports, missed, over, told, recover }
}

it.each([
  ['the server was away', away],
  ['the person was signed out', signedOut],
])('tells a wish also after %s for an hour', async (_, error) => {
  const { told, recover, missed } = aWish(error)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(missed).toHaveBeenCalled()
  recover()
  await vi.advanceTimersByTimeAsync(30_000)

  expect(await told).toBe(true)
})

it.each(['the network is back', 'the phone reports'])('tries again as soon as %s', async (what) => {
  const { told, recover, reports } = aWish(away)
  await vi.advanceTimersByTimeAsync(3_600_000)
  recover()
  if (what === 'the phone reports') reports.set(1)
  else page.dispatchEvent(new Event('online'))

  expect(await told).toBe(true)
})

it('gives up where the server knows no such link', async () => {
  const { told, tell, missed } = aWish(unknown)

  expect(await told).toBe(false)
  expect(tell).toHaveBeenCalledOnce()
  expect(missed).not.toHaveBeenCalled()
})

it('says no more of a wish in whose place another has come, and hears no more reports', async () => {
  const { told, tell, over, reports, recover } = aWish(away)
  await vi.advanceTimersByTimeAsync(100_000)
  const times = tell.mock.calls.length
  over.abort()
  expect(await told).toBe(false)

  recover()
  reports.set(1)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(tell).toHaveBeenCalledTimes(times)
})
