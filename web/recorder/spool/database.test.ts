import { afterEach, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser whose database opens or fails when the test says so. */
function aBrowser() {
  vi.useFakeTimers()
  const database = { close: vi.fn() }
  const request: { result: typeof database; error: Error; onsuccess?: () => void; onerror?: () => void } = {
    result: database,
    error: new DOMException('no room', 'QuotaExceededError'),
  }
  vi.stubGlobal('indexedDB', { open: () => request })
  return { database, opens: () => request.onsuccess?.(), fails: () => request.onerror?.() }
}

it('says of a database that neither opens nor fails that it is silent, and closes it where it opens after all', async () => {
  const { database, opens } = aBrowser()
  const opening = openDatabase()
  const said = expect(opening).rejects.toMatchObject({ reason: 'store-silent' })
  await vi.advanceTimersByTimeAsync(20_000)
  await said
  opens()
  expect(database.close).toHaveBeenCalledOnce()
})

it('gives a database that opens slowly, and says of one that fails why', async () => {
  const slow = aBrowser()
  const opening = openDatabase()
  await vi.advanceTimersByTimeAsync(10_000)
  slow.opens()
  expect(await opening).toBe(slow.database)
  expect(vi.getTimerCount()).toBe(0)

  const full = aBrowser()
  const refused = openDatabase()
  full.fails()
  await expect(refused).rejects.toMatchObject({ reason: 'device-full' })
  expect(vi.getTimerCount()).toBe(0)
})
