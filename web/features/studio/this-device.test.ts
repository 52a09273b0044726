import { afterEach, expect, it, vi } from 'vitest'
import { provideAccess } from '../../lib/request.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose database holds nothing, and opens when the test says so. */
function aBrowser() {
  const answered = (result: unknown) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    getAllKeys: () => answered([]),
    getAll: () => answered([]),
    openKeyCursor: () => answered(null),
  }
  const database = {
    addEventListener: () => {},
    transaction: () => ({ objectStore: () => store }),
    close: vi.fn(),
  }
  const opening: { result: typeof database; onsuccess?: () => void }[] = []
  const open = () => {
    const request = { result: database }
    opening.push(request)
    return request
  }
  const page = Object.assign(new EventTarget(), { location: { origin: 'http://localhost' } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('indexedDB', { open })
  return { page, database, opens: () => opening.shift()?.onsuccess?.() }
}

it('opens nothing for a person who went while the database was being opened', async () => {
  const { page, database, opens } = aBrowser()
  let userId = 'u1'
  provideAccess({
    fetch: () => Promise.reject(new TypeError('no server')),
    token: async () => null,
    renewed: async () => null,
    userId: () => userId,
  })
  const { thisDevice } = await import('./this-device.ts')
  const heard = vi.spyOn(page, 'addEventListener')

  const first = thisDevice()
  userId = 'u2'
  const second = thisDevice()
  opens()
  await expect(first.then(() => 'opened')).rejects.toThrow()
  expect(database.close).toHaveBeenCalledOnce()
  expect(heard).not.toHaveBeenCalled()

  opens()
  expect((await second).userId).toBe('u2')
})
