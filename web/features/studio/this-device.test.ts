import { afterEach, expect, it, vi } from 'vitest'
import { learnTime } from '../../lib/clock.ts'
import { provideAccess } from '../../lib/request.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  // What one test learns of the server's clock must not stay for the others.
  const headers = { date: new Date().toUTCString(), 'content-type': 'application/json' }
  learnTime(new Response(null, { headers }))
})

/** A browser whose database holds nothing, and opens when the test says so. `readsFail`: nothing can be read of it. */
function aBrowser({ readsFail = false } = {}) {
  const answered = (result: unknown) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    getAllKeys: () => {
      if (readsFail) throw new DOMException('the database is closing', 'InvalidStateError')
      return answered([])
    },
    getAll: () => answered([]),
    openKeyCursor: () => answered(null),
  }
  const told = new EventTarget()
  const database = {
    addEventListener: told.addEventListener.bind(told),
    dispatchEvent: told.dispatchEvent.bind(told),
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
  const screen = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', screen)
  vi.stubGlobal('indexedDB', { open })
  return { page, screen, database, opens: () => opening.shift()?.onsuccess?.() }
}

function signedIn(userId: () => string) {
  provideAccess({
    fetch: () => Promise.reject(new TypeError('no server')),
    token: async () => null,
    renewed: async () => null,
    userId,
  })
}

it('opens nothing for a person who went while the database was being opened', async () => {
  const { page, database, opens } = aBrowser()
  let userId = 'u1'
  signedIn(() => userId)
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

it('leaves nothing open of a device that could not be read, since it is opened anew every few seconds', async () => {
  const { page, screen, database, opens } = aBrowser({ readsFail: true })
  signedIn(() => 'u3')
  const { thisDevice } = await import('./this-device.ts')
  const heard = [page, screen].map((each) => vi.spyOn(each, 'addEventListener'))
  const unheard = [page, screen].map((each) => vi.spyOn(each, 'removeEventListener'))
  const listenersOf = (spies: readonly { mock: { calls: unknown[][] } }[]) =>
    spies.flatMap(({ mock }) => mock.calls.map(([, listener]) => listener))

  const device = thisDevice()
  opens()
  await expect(device.then(() => 'opened')).rejects.toThrow()

  expect(database.close).toHaveBeenCalledOnce()
  expect(listenersOf(heard)).toHaveLength(4)
  expect(listenersOf(unheard)).toEqual(expect.arrayContaining(listenersOf(heard)))
})

it('hands out no device that the browser closed while it was being read', async () => {
  const { database, opens } = aBrowser()
  signedIn(() => 'u4')
  const { thisDevice } = await import('./this-device.ts')
  const { transaction } = database
  database.transaction = () => {
    database.dispatchEvent(new Event('close'))
    return transaction()
  }

  const device = thisDevice()
  opens()

  await expect(device.then(() => 'opened')).rejects.toMatchObject({ reason: 'device-storage' })
  const again = thisDevice()
  database.transaction = transaction
  opens()
  expect((await again).closed.aborted).toBe(false)
})

it('counts the days that a story is in the trash by the server’s clock, since a note is let go after them', async () => {
  vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z'), toFake: ['Date'] })
  const { database, opens } = aBrowser()
  const userId = 'u5'
  const note = {
    id: 'n1',
    storyId: 's1',
    userId,
    text: 'apples',
    timestamp: '00:00',
    revision: 'r1',
    removed: true,
  }
  const put = vi.fn()
  const { transaction } = database
  database.transaction = (...[name]: unknown[]) => {
    const { objectStore } = transaction()
    const answered = (result: unknown) => {
      const request = { result, onsuccess: () => undefined }
      queueMicrotask(() => request.onsuccess())
      return request
    }
    const notes = { getAll: () => answered([note]), get: () => answered(note), put }
    return String(name) === 'notes'
      ? { objectStore: () => Object.assign(objectStore(), notes) }
      : transaction()
  }
  provideAccess({
    fetch: async () =>
      Response.json(
        { json: { defined: true, code: 'NOT_FOUND', status: 404, message: 'not found' } },
        { status: 404, headers: { date: 'Tue, 24 Nov 2026 12:00:00 GMT' } },
      ),
    token: async () => `x.${btoa(JSON.stringify({ sub: userId }))}.x`,
    renewed: async () => null,
    userId: () => userId,
  })
  const { thisDevice } = await import('./this-device.ts')

  const device = thisDevice()
  opens()
  await device

  await expect
    .poll(() => put.mock.calls)
    .toMatchObject([[{ id: 'n1', goneSince: '2026-11-24T12:00:00.000Z' }]])
})
