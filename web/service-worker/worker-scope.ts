/** What is used here of a service worker's own world, which the types of pages do not know. */
export type Waiting = { waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void }
export type MessageEventHere = { data: unknown; ports: readonly Pick<MessagePort, 'postMessage'>[] }

export type WorkerScope = {
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: MessageEventHere) => void): void
  }
}
