/** Texts that this device remembers by name from one visit to the next. Its methods never throw. */
export type DeviceMemory = {
  getItem: (name: string) => string | null
  /** Where the browser cannot store the text, because its storage is full or blocked, it is remembered while the page is open. */
  setItem: (name: string, text: string) => void
  removeItem: (name: string) => void
  /** All names with this prefix, sorted. */
  names: (beginning: string) => string[]
  /** Whether the browser has stored all texts whose names have this prefix; those it has not are lost with the page. */
  isKept: (beginning: string) => boolean
}

/** A memory on top of a browser's storage; null where the page has none. */
export function memoryOver(storage: Storage | null): DeviceMemory {
  const untaken = new Map<string, string>()
  return {
    getItem: (name) => untaken.get(name) ?? attempt(() => storage?.getItem(name)) ?? null,
    setItem: (name, text) => {
      const taken = attempt(() => {
        storage?.setItem(name, text)
        return storage !== null
      })
      if (taken === true) untaken.delete(name)
      else untaken.set(name, text)
    },
    removeItem: (name) => {
      untaken.delete(name)
      attempt(() => storage?.removeItem(name))
    },
    names: (beginning) => {
      const kept = attempt(() => Object.keys(storage ?? {})) ?? []
      const all = new Set([...kept, ...untaken.keys()])
      return [...all].filter((name) => name.startsWith(beginning)).sort()
    },
    isKept: (beginning) => ![...untaken.keys()].some((name) => name.startsWith(beginning)),
  }
}

const storage = attempt(() => (typeof window === 'undefined' ? null : window.localStorage)) ?? null

export const deviceMemory: DeviceMemory = memoryOver(storage)

/** Whether this browser has storage for us. Browsers that are told to block cookies refuse all storage along with them. */
export const isDeviceMemoryKept = storage !== null

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
