import { createStore } from '../lib/store.ts'

/** The newer version of the app that waits to be used; null while there is none. */
export const newVersion = createStore<ServiceWorker | null>(null)
