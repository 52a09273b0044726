let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/** The newer version of the app that waits to be used; null while there is none. For `useSyncExternalStore`. */
export const newVersion = {
  get: (): ServiceWorker | null => waiting,
  set: (worker: ServiceWorker): void => {
    waiting = worker
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
