import { createStore } from '../lib/store.ts'

/** The service worker of a newer version that waits to take over; `served` where the server alone has it. */
export type NewVersion = ServiceWorker | 'served'

/** The newer version that this tab could use; null while there is none. */
export const newVersion = createStore<NewVersion | null>(null)
