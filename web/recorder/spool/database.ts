import { SpoolFailure, type SpoolFailureReason } from '../failures.ts'
import { databaseName } from './database-name.ts'

const storeNames = ['recordings', 'slices', 'chunks', 'notes'] as const
export type StoreName = (typeof storeNames)[number]

/** The schema version. A change of the schema adds a further step to `opened`, for devices that have an older one. */
const current = 1

/** How long to wait for another tab to close the database before failing with `store-in-use`. */
const patienceMs = 3_000

/** How long a database may take to open before that counts as `store-silent`: with hours of recordings in it, well under a second. */
const silenceMs = 15_000

/**
 * Opens the recorder's database, creating it on the first visit. Rejects with `SpoolFailure`, for instance in a private
 * window that stores nothing, or where cookies are blocked: some browsers throw at once, others fail the request.
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
    const giveUp = (reason: SpoolFailureReason) => () => {
      isGivenUp = true
      reject(new SpoolFailure(reason))
    }
    const silence = setTimeout(giveUp('store-silent'), silenceMs)
    request.onblocked = () => setTimeout(giveUp('store-in-use'), patienceMs)
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion >= 1) return
      const database = request.result
      database.createObjectStore('recordings', { keyPath: 'id' })
      database.createObjectStore('slices', { keyPath: ['recordingId', 'seq'] })
      database.createObjectStore('chunks', { keyPath: ['recordingId', 'index'] })
      database.createObjectStore('notes', { keyPath: ['storyId', 'id'] })
    }
    request.onsuccess = () => {
      clearTimeout(silence)
      // The caller has already been rejected, and a connection left open would block the other tabs.
      if (isGivenUp) request.result.close()
      else resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(silence)
      reject(request.error)
    }
  })
}

/** The recordings that keep a database connection open while a newer version of Kinora waits for it to close. */
type Recordings = { readonly isRecording: boolean; whenIdle: () => Promise<void> }

/**
 * Calls `closed` when a database can no longer be used. The browser closes it when the user clears the site's data, or when the disk
 * fails. And a newer version of Kinora in another tab, which needs to upgrade the schema, waits until every older tab has closed its
 * connection: this tab does so at once or, if it is recording, when the recording has ended.
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
 * power cut lost everything in our measurements, with `strict` the last second at most. `relaxed` is for data that may be lost.
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
