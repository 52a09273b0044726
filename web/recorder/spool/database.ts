import { SpoolFailure } from '../failures.ts'
import { databaseName } from './database-name.ts'

const storeNames = ['recordings', 'slices', 'chunks', 'notes'] as const
export type StoreName = (typeof storeNames)[number]

const version = 1

/**
 * Opens the recorder's database, making it on the first visit. Rejects with `SpoolFailure`, for instance in a private
 * window that keeps nothing, or where cookies are blocked: some browsers fail there at once, some when they answer.
 */
export async function openDatabase(name: string = databaseName): Promise<IDBDatabase> {
  try {
    return await opened(name)
  } catch (error) {
    throw failureOf(error)
  }
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      const database = request.result
      database.createObjectStore('recordings', { keyPath: 'id' })
      database.createObjectStore('slices', { keyPath: ['recordingId', 'seq'] })
      database.createObjectStore('chunks', { keyPath: ['recordingId', 'index'] })
      database.createObjectStore('notes', { keyPath: ['storyId', 'id'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Writes in one transaction and resolves when the disk has it. `strict` makes the browser flush: with the browser's default a
 * power cut lost everything in our measurements, with `strict` the last second at most. `relaxed` is for what may be lost.
 */
export async function write(
  database: IDBDatabase,
  stores: StoreName[],
  work: (transaction: IDBTransaction) => void,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let transaction: IDBTransaction | null = null
    try {
      transaction = database.transaction(stores, 'readwrite', { durability })
      transaction.oncomplete = () => resolve()
      transaction.onabort = (event) => reject(failureOf((event.target as IDBTransaction).error))
      work(transaction)
    } catch (error) {
      reject(failureOf(error))
      // All or nothing: without this the writes before the failed one would still be committed.
      transaction?.abort()
    }
  })
}

/** The answer to one request. A failed read does not end its transaction, so that the next record can be read. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = (event) => {
      event.preventDefault()
      reject(failureOf(request.error))
    }
  })
}

function failureOf(error: unknown): SpoolFailure {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return new SpoolFailure(isFull ? 'device-full' : 'device-storage', error)
}
