import { answer } from './spool/database.ts'

const databaseName = 'kinora-device'
const storeName = 'keys'

/**
 * 256 random bits, in base64url, that name this browser to the links it was handed: the first device that opens a link
 * keeps it. On the disk before anybody hears of it, since a phone that dies has to be the same device afterwards; local
 * storage is written when the browser finds time. Rejects where this browser keeps nothing.
 */
export async function deviceKey(): Promise<string> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await answer(opening)
  try {
    const tx = database.transaction(storeName, 'readwrite', { durability: 'strict' })
    const done = new Promise<void>((resolve, reject) => {
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error)
    })
    const store = tx.objectStore(storeName)
    const known: unknown = await answer(store.get('device'))
    if (typeof known === 'string') return known

    const made = base64url(crypto.getRandomValues(new Uint8Array(32)))
    store.put(made, 'device')
    await done
    return made
  } finally {
    database.close()
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
