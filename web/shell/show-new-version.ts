import type { NewVersion } from './new-version.ts'

/** Activates the newer version and reloads the page with it. Other tabs stay as they are until they are reloaded. */
export function showNewVersion(waiting: NewVersion): void {
  const reload = () => window.location.reload()
  // Where another tab has let it in meanwhile, it would change nothing any more.
  if (waiting === 'served' || waiting.state !== 'installed') {
    reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage({ type: 'take-over' })
}
