/** What is used here of a service worker's own world, which the types of pages do not know. */
export type Waiting = { waitUntil: (work: Promise<unknown>) => void }
/** What goes to the network without coming by the worker. Chromium from 123 on takes it; lib.dom does not know it. */
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
