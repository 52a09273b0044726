import { SpoolFailure } from '../failures.ts'
import { databaseName } from './database-name.ts'

const storeNames = ['recordings', 'slices', 'chunks', 'notes'] as const
export type StoreName = (typeof storeNames)[number]

/** A change of the shape is a further step in `opened`, for those who have an older one. */
const current = 1

/** Who waits for another tab to let go of the store is told after this. */
const patienceMs = 3_000

/**
 * Opens the recorder's database, making it on the first visit. Rejects with `SpoolFailure`, for instance in a private
 * window that keeps nothing, or where cookies are blocked: some browsers fail there at once, some when they answer.
 */
export async function openDatabase(name: string = databaseName, version = current): Promise<IDBDatabase> {
  try {
    return await opened(name, version)
  } catch (error) {
    throw failureOf(error)
  }
}

function opened(name: string, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    let isGivenUp = false
    request.onblocked = () =>
      setTimeout(() => {
        isGivenUp = true
        reject(new SpoolFailure('store-in-use'))
      }, patienceMs)
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion >= 1) return
      const database = request.result
      database.createObjectStore('recordings', { keyPath: 'id' })
      database.createObjectStore('slices', { keyPath: ['recordingId', 'seq'] })
      database.createObjectStore('chunks', { keyPath: ['recordingId', 'index'] })
      database.createObjectStore('notes', { keyPath: ['storyId', 'id'] })
    }
    request.onsuccess = () => {
      // Nobody waits for it any more, and it would be in the way of others.
      if (isGivenUp) request.result.close()
      else resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
}

/** What keeps a database open while a newer version of Kinora waits for it. */
type Recordings = { readonly isRecording: boolean; whenIdle: () => Promise<void> }

/**
 * Hears when a database can be used no more. The browser closes it when somebody clears what it keeps, or its disk fails. And a newer
 * version of Kinora in another tab, which is to keep things in another shape, waits until every older one has let go: this one
 * does so at once, or when it has ended what it records.
 */
export function onceClosed(
  database: IDBDatabase,
  recordings: Recordings,
  closed: (why: SpoolFailure) => void,
): void {
  const letGo = () => {
    database.close()
    closed(new SpoolFailure('page-outdated'))
  }
  database.addEventListener('close', () => closed(new SpoolFailure('device-storage')))
  database.addEventListener(
    'versionchange',
    () => (recordings.isRecording ? void recordings.whenIdle().then(letGo) : letGo()),
    { once: true },
  )
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
  if (error instanceof SpoolFailure) return error
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return new SpoolFailure('device-full', error)
  return new SpoolFailure(name === 'VersionError' ? 'page-outdated' : 'device-storage', error)
}
