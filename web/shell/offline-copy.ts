import { newVersion } from './new-version.ts'

/** How often a page that stays open checks for a newer version. */
const askEveryMs = 3_600_000

/** Registers the service worker, which keeps the app's own files, and notices when a newer version waits. */
export async function keepOfflineCopy(): Promise<void> {
  const registration = await register().catch(() => undefined)
  if (!registration) return

  const look = () => offer(registration.waiting)
  const follow = () => registration.installing?.addEventListener('statechange', look)
  registration.addEventListener('updatefound', follow)
  follow()
  look()
  setInterval(() => registration.update().catch(() => undefined), askEveryMs)
}

/** Some browsers reject in private windows or without cookies, and resolve to undefined where service workers are switched off. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
}

async function offer(worker: ServiceWorker | null): Promise<void> {
  if (worker === null || worker === newVersion.get() || navigator.serviceWorker.controller === null) return
  // A page that came from the network is of the newer version already; then the worker takes over without asking.
  if (await hasThisPage(worker)) {
    worker.postMessage({ type: 'take-over' })
    return
  }
  newVersion.set(worker)
}

function hasThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  if (script === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true)
    worker.postMessage({ type: 'is-yours', file: new URL(script.src).pathname }, [port2])
  })
}
