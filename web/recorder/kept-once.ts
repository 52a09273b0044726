import { answer } from './spool/database.ts'

const databaseName = 'kinora-device'
const storeName = 'keys'

/**
 * The value kept under a name. The first call makes and stores it; every later call, from any tab, gets the same value. It is flushed
 * to disk before it is returned. Rejects where this browser stores nothing.
 */
export async function keptOnce<T>(
  name: string,
  isKept: (found: unknown) => found is T,
  make: () => T,
): Promise<T> {
  const database = await opened()
  try {
    const tx = database.transaction(storeName, 'readwrite', { durability: 'strict' })
    const done = new Promise<void>((resolve, reject) => {
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error)
    })
    const store = tx.objectStore(storeName)
    const known: unknown = await answer(store.get(name))
    if (isKept(known)) return known

    const made = make()
    store.put(made, name)
    await done
    return made
  } finally {
    database.close()
  }
}

/** The value kept under a name, or null if none was stored yet. Rejects where this browser stores nothing. */
export async function keptSoFar<T>(name: string, isKept: (found: unknown) => found is T): Promise<T | null> {
  const database = await opened()
  try {
    const known: unknown = await answer(database.transaction(storeName).objectStore(storeName).get(name))
    return isKept(known) ? known : null
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  return answer(opening)
}
