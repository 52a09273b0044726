import { afterEach, expect, it, vi } from 'vitest'
import { openPhone } from './open-phone.ts'

afterEach(() => vi.unstubAllGlobals())

const answered = (result: unknown) => {
  const request = { result, onsuccess: () => undefined }
  queueMicrotask(() => request.onsuccess())
  return request
}

it('leaves nothing open where what the phone kept cannot be read, since it is opened anew every few seconds', async () => {
  const getAllKeys = () => {
    throw new DOMException('the database is closing', 'InvalidStateError')
  }
  const store = { get: () => answered('the key'), getAllKeys, openKeyCursor: () => answered(null) }
  const databaseOf = () => ({
    addEventListener: () => undefined,
    transaction: () => ({ objectStore: () => store }),
    close: vi.fn(),
  })
  const opened: { name: string; close: () => void }[] = []
  const open = (name: string) => {
    const database = databaseOf()
    opened.push({ name, close: database.close })
    return answered(database)
  }
  const page = Object.assign(new EventTarget(), { location: { origin: 'http://localhost' } })
  const screen = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', screen)
  vi.stubGlobal('indexedDB', { open })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
  const heard = [page, screen].map((each) => vi.spyOn(each, 'addEventListener'))
  const unheard = [page, screen].map((each) => vi.spyOn(each, 'removeEventListener'))
  const listenersOf = (spies: readonly { mock: { calls: unknown[][] } }[]) =>
    spies.flatMap(({ mock }) => mock.calls.map(([, listener]) => listener))

  await expect(openPhone('link', 'secret').then(() => 'opened')).rejects.toThrow()

  const recorder = opened.filter(({ name }) => name === 'kinora-recorder')
  expect(recorder.map(({ close }) => vi.mocked(close).mock.calls.length)).toEqual([1])
  expect(listenersOf(heard)).toHaveLength(3)
  expect(listenersOf(unheard)).toEqual(expect.arrayContaining(listenersOf(heard)))
})
