import type { Upload } from 'tus-js-client'

/** Where a chosen file stands. `checking`: all bytes are on the server, which looks at what they are. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'checking' | 'stored' | 'failed'

export type UploadItem = {
  id: string
  name: string
  sizeBytes: number
  sentBytes: number
  state: UploadState
  /** Why it failed, in words. */
  problem: string | null
  /** Whether sending the same file again may help. */
  canRetry: boolean
}

/** Sends one file. Calls back as it goes; the returned handle pauses and goes on. */
export type SendFile = (
  file: File,
  on: {
    progress: (sentBytes: number) => void
    checking: () => void
    stored: () => void
    failed: (problem: string, canRetry: boolean) => void
  },
) => Pick<Upload, 'start' | 'abort'>

type Entry = { item: UploadItem; file: File; transfer: Pick<Upload, 'start' | 'abort'> | null }

/**
 * The files chosen for one story, sent one after the other so that each is complete as early as can be.
 * It outlives the page that shows it: somebody may look around while a long film goes up.
 */
export class UploadQueue {
  private entries: Entry[] = []
  private snapshot: UploadItem[] = []
  private readonly listeners = new Set<() => void>()
  private readonly send: SendFile

  constructor(send: SendFile) {
    this.send = send
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The items now; the same array until something changes. */
  readonly items = (): UploadItem[] => this.snapshot

  add(files: Iterable<File>): void {
    for (const file of files) {
      const problem = isSupported(file) ? null : `${file.name} is not a supported file type`
      this.entries.push({
        file,
        transfer: null,
        item: {
          id: crypto.randomUUID(),
          name: file.name,
          sizeBytes: file.size,
          sentBytes: 0,
          state: problem ? 'failed' : 'waiting',
          problem,
          canRetry: false,
        },
      })
    }
    this.proceed()
  }

  pause(id: string): void {
    const entry = this.find(id)
    if (entry?.item.state !== 'sending' && entry?.item.state !== 'waiting') return
    entry.transfer?.abort()
    this.change(entry, { state: 'paused' })
    this.proceed()
  }

  /** Goes on with a paused file, or tries a failed one again from where it stopped. */
  resume(id: string): void {
    const entry = this.find(id)
    if (!entry || (entry.item.state !== 'paused' && !entry.item.canRetry)) return
    this.change(entry, { state: 'waiting', problem: null, canRetry: false })
    this.proceed()
  }

  /** Takes a file off the list; one under way is stopped. */
  remove(id: string): void {
    const entry = this.find(id)
    if (!entry) return
    if (entry.item.state === 'sending') entry.transfer?.abort()
    this.entries = this.entries.filter((each) => each !== entry)
    this.proceed()
  }

  private proceed(): void {
    const busy = this.entries.some(
      (entry) => entry.item.state === 'sending' || entry.item.state === 'checking',
    )
    const next = busy ? undefined : this.entries.find((entry) => entry.item.state === 'waiting')
    if (next) this.begin(next)
    this.publish()
  }

  private begin(entry: Entry): void {
    entry.item = { ...entry.item, state: 'sending' }
    entry.transfer ??= this.send(entry.file, {
      progress: (sentBytes) => this.change(entry, { sentBytes }),
      checking: () => this.change(entry, { state: 'checking', sentBytes: entry.file.size }),
      stored: () => this.settle(entry, { state: 'stored', sentBytes: entry.file.size }),
      failed: (problem, canRetry) => this.settle(entry, { state: 'failed', problem, canRetry }),
    })
    entry.transfer.start()
  }

  private settle(entry: Entry, change: Partial<UploadItem>): void {
    this.change(entry, change)
    this.proceed()
  }

  private change(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change }
    this.publish()
  }

  private publish(): void {
    this.snapshot = this.entries.map((entry) => entry.item)
    for (const listener of this.listeners) listener()
  }

  private find(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.item.id === id)
  }
}

/** A first look at what the browser says about a file; the server looks at the bytes themselves. */
export function isSupported(file: Pick<File, 'type'>): boolean {
  return file.type === '' || file.type === 'application/pdf' || /^(image|video|audio)\//.test(file.type)
}
