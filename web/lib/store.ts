/** A value that notifies its watchers of changes; fits React's `useSyncExternalStore` without knowing React. */
export type Store<T> = {
  get: () => T
  set: (next: T) => void
  /** Returns a function that stops watching. */
  watch: (watcher: () => void) => () => void
}

/** Setting an identical value (`Object.is`) notifies nobody. */
export function createStore<T>(initial: T): Store<T> {
  const watchers = new Set<() => void>()
  let value = initial

  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const watcher of [...watchers]) watcher()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
