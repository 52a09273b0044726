/** The parts of a service worker's scope that are used here, since the types of pages do not include them. */
export type Waiting = { waitUntil: (work: Promise<unknown>) => void }
/** A static route: matching requests bypass the worker. Chromium supports it from 123 on; lib.dom does not know it. */
export type Route = { condition: { requestMethod: string }; source: 'network' }
export type InstallEvent = Waiting & { addRoutes?: (routes: Route[]) => Promise<void> }
export type FetchEvent = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void }
export type MessageEventHere = { data: unknown; ports: readonly Pick<MessagePort, 'postMessage'>[] }

export type WorkerScope = {
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install', listener: (event: InstallEvent) => void): void
    (type: 'activate', listener: (event: Waiting) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: MessageEventHere) => void): void
  }
}
