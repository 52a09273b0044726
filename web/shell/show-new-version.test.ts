import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showNewVersion } from './show-new-version.ts'

const serviceWorker = new EventTarget()
const reload = vi.fn()
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('window', { location: { reload } })
})
afterEach(() => vi.unstubAllGlobals())

const aVersion = (state: ServiceWorkerState) => ({ state, postMessage: vi.fn() }) as unknown as ServiceWorker

it('asks a new version that waits to take over, and shows it once it has', () => {
  const version = aVersion('installed')
  showNewVersion(version)
  expect(version.postMessage).toHaveBeenCalledWith({ type: 'take-over' })
  expect(reload).not.toHaveBeenCalled()
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(1)
})

it('shows a new version at once that another tab has let in meanwhile', () => {
  const version = aVersion('activated')
  showNewVersion(version)
  expect(version.postMessage).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledTimes(1)
})
