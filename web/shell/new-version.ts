import { createStore } from '../lib/store.ts'

/** The service worker of a newer version that waits to take over; null while there is none. */
export const newVersion = createStore<ServiceWorker | null>(null)
