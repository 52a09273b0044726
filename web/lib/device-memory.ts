/** Texts that this device remembers under names from one visit to the next. Nothing of it ever throws. */
export type DeviceMemory = {
  getItem: (name: string) => string | null
  /** What the browser does not take, for being full or shut, is remembered as long as the page is open. */
  setItem: (name: string, text: string) => void
  removeItem: (name: string) => void
  /** All names that begin so, in order. */
  names: (beginning: string) => string[]
  /** Whether the browser has taken all of them; what it has not taken goes with the page. */
  isKept: (beginning: string) => boolean
}

/** A browser's storage made into a memory; null where it has none for us. */
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

/** Whether the browser keeps anything of ours. Browsers that are told to block cookies refuse all storage along with them. */
export const isDeviceMemoryKept = storage !== null

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
