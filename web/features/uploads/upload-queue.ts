import type { Upload } from 'tus-js-client'
import { v7 as newId } from 'uuid'
import type { MediaItem } from '#contract/media.ts'
import { createStore, type Store } from '../../lib/store.ts'

/**
 * The state of a chosen file. `checking`: the server has all bytes and examines them. `known`: the story already has a file of this name
 * and size, as when a folder is chosen again; it is sent only if the person asks for it.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'checking' | 'stored' | 'failed' | 'known'

export type UploadItem = {
  id: string
  name: string
  sizeBytes: number
  sentBytes: number
  state: UploadState
  /** The reason of a failure, as a sentence. */
  problem: string | null
  /** Whether sending the same file again may help. */
  canRetry: boolean
  /** Whether the reason of a failure may pass by itself: no network, or a server that is busy or away. */
  mayPass: boolean
  /** Whether a failure was announced before, and the file has been sent again unasked since. */
  isTold: boolean
  /** An object URL of the picture, shown during the upload; null for files that browsers cannot display. */
  preview: string | null
  /** The file as the server knows it, once it has arrived; `examined` is set when its content has been examined. */
  media: MediaItem | null
}

/** Whether a file is still to be sent (waiting, being sent or paused), so that it can be cancelled. */
export const isLeft = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'sending' || state === 'paused'

/** Whether a file has failed, and sending it again may help. */
export const mayRetry = ({ state, canRetry }: UploadItem): boolean => state === 'failed' && canRetry

/** Whether a file has failed, and goes again by itself. */
export const goesAgain = ({ state, mayPass }: UploadItem): boolean => state === 'failed' && mayPass

/** Whether the story has the file, or may get it: by itself, or if somebody tries again. */
export const mayBeKept = (item: UploadItem): boolean => item.state !== 'failed' || item.canRetry

/** Whether the story has the file. */
export const isSafe = ({ state }: UploadItem): boolean => state === 'stored' || state === 'known'

type Transfer = Pick<Upload, 'start' | 'abort'>

/** Announcements to the person: for each file, with its id, or for many files together once the last of them is done. */
export type UploadNews = {
  stored: (name: string, id: string) => void
  refused: (problem: string, id: string) => void
  together: (stored: number, refused: number) => void
}

/** From this many files on there is an overview; fewer are taken in at a glance, and are announced one by one. */
export const manyFiles = 10

/** The id of the element with the overall progress. */
export const overviewId = 'uploads-overview'

/**
 * Sends one file and calls back with its progress. The returned handle starts, pauses and
 * resumes the transfer, or cancels it on the server as well.
 */
export type SendFile = (
  file: File,
  on: {
    progress: (sentBytes: number) => void
    checking: () => void
    stored: (media: MediaItem) => void
    /** After `stored`: the result of the examination, and the preview made from the content. */
    examined: (media: MediaItem) => void
    failed: (problem: string, canRetry: boolean, mayPass?: boolean) => void
  },
) => Transfer

type Stored = Pick<MediaItem, 'fileName' | 'sizeBytes'>

type Entry = { item: UploadItem; file: File; transfer: Transfer | null }

/**
 * The files chosen for one story. They are sent one after another, so that each is complete as early as possible. The
 * queue outlives the page that shows it, because people may move around while a long film is being uploaded.
 */
export class UploadQueue {
  private entries: Entry[] = []
  /** The files that the story has had. It may be read with a file before the answer to that file's upload comes. */
  private readonly seen = new Set<string>()
  readonly items: Store<UploadItem[]> = createStore<UploadItem[]>([])
  private readonly send: SendFile

  private readonly news: UploadNews

  private untold = { stored: 0, refused: 0 }

  constructor(send: SendFile, news: UploadNews) {
    this.send = send
    this.news = news
  }

  /** @param inStory the files that the story already has */
  add(files: Iterable<File>, inStory: readonly Stored[] = []): void {
    const stored = [...inStory, ...this.entries.flatMap(({ item }) => item.media ?? [])]
    const names = new Set(stored.map(({ fileName, sizeBytes }) => nameOf(fileName, sizeBytes)))
    // Choosing a file again that is on its way or has arrived adds no second row. If it was paused, it resumes.
    const listed = new Map(
      this.entries
        .filter(({ item }) => isLeft(item) || item.state === 'checking' || item.media !== null)
        .map((entry) => [sameFile(entry.file), entry]),
    )
    const chosen = [...files]
    this.makeWayFor(chosen)
    for (const file of chosen) {
      const entry = listed.get(sameFile(file))
      if (entry?.item.state === 'paused') this.change(entry, { state: 'waiting' })
      if (entry?.item.state === 'stored') this.change(entry, { state: 'known' })
    }
    const added = chosen
      .filter((file) => !listed.has(sameFile(file)))
      .map((file) => entryOf(file, names.has(nameOf(file.name, file.size))))
    this.entries.push(...added)
    for (const { item } of added) if (item.problem !== null) this.tellRefused(item.problem, item.id)
    this.proceed()
  }

  /**
   * Takes files off the list that failed, or that the story had before, if they are chosen again. The new row goes on with the upload
   * that was begun; beside it the old one would end that upload when it is taken off the list.
   */
  private makeWayFor(chosen: readonly File[]): void {
    const again = new Set(chosen.map(sameFile))
    const isAgain = ({ item, file }: Entry) =>
      (item.state === 'failed' || item.state === 'known') && item.media === null && again.has(sameFile(file))
    for (const { item } of this.entries.filter(isAgain)) {
      if (item.preview !== null) URL.revokeObjectURL(item.preview)
    }
    this.entries = this.entries.filter((entry) => !isAgain(entry))
  }

  pause(id: string): void {
    const entry = this.find(id)
    if (entry?.item.state !== 'sending' && entry?.item.state !== 'waiting') return
    entry.transfer?.abort()
    this.change(entry, { state: 'paused' })
    this.proceed()
  }

  /** Resumes a paused file, sends a file although the story has it, or retries a failed one from where it stopped. */
  resume(id: string): void {
    const entry = this.find(id)
    if (!entry || (entry.item.state !== 'paused' && entry.item.state !== 'known' && !entry.item.canRetry))
      return
    if (entry.item.media === null) this.change(entry, again)
    else this.sendAgain(entry)
    this.proceed()
  }

  /** Sends a file once more that this list has sent: a second file of the story, beside the first. */
  private sendAgain(entry: Entry): void {
    this.change(entry, { state: 'stored' })
    this.entries.push(entryOf(entry.file, false))
  }

  /** Retries all failed files that may still go: during an evening without a connection one after the other fails. */
  resumeFailed(): void {
    for (const entry of this.entries.filter(({ item }) => mayRetry(item))) this.change(entry, again)
    this.proceed()
  }

  /** Sends again, unasked, what failed for a reason that may have passed. If it fails like that once more, this is no news. */
  resumePassing(): void {
    for (const entry of this.entries.filter(({ item }) => goesAgain(item)))
      this.change(entry, { ...again, isTold: true })
    this.proceed()
  }

  /** Shows a change to a stored file that the server has confirmed. */
  show(media: MediaItem): void {
    const entry = this.entries.find(({ item }) => item.media?.id === media.id)
    if (entry) this.change(entry, { media })
  }

  /**
   * Takes in the current files of the story. A file that was among them and no longer is was removed, here or elsewhere: it leaves the
   * list, which would call it safe, and the same file can be chosen and sent again. Captions changed elsewhere are taken over.
   */
  follow(inStory: readonly Pick<MediaItem, 'id' | 'caption'>[]): void {
    const captions = new Map(inStory.map(({ id, caption }) => [id, caption]))
    for (const { id } of inStory) this.seen.add(id)
    const captionOf = ({ item }: Entry) => captions.get(item.media?.id ?? '')
    const gone = this.entries.filter(
      (entry) => this.seen.has(entry.item.media?.id ?? '') && captionOf(entry) === undefined,
    )
    this.entries = this.entries.filter((entry) => !gone.includes(entry))
    for (const entry of this.entries) {
      const caption = captionOf(entry)
      const { media } = entry.item
      if (media && caption !== undefined && caption !== media.caption)
        entry.item = { ...entry.item, media: { ...media, caption } }
    }
    for (const entry of gone) this.giveUp(entry)
    this.publish()
  }

  /** Removes a file from the list; an incomplete upload is cancelled, here and on the server. */
  remove(id: string): void {
    const entry = this.find(id)
    if (!entry) return
    this.entries = this.entries.filter((each) => each !== entry)
    this.giveUp(entry)
    this.proceed()
  }

  private giveUp({ item, transfer }: Entry): void {
    if (isLeft(item) || item.state === 'failed') transfer?.abort(true).catch(() => undefined)
    if (item.preview !== null) URL.revokeObjectURL(item.preview)
  }

  /** Removes all files that have not arrived, and cancels them here and on the server. */
  cancelRest(): void {
    const left = this.entries.filter(({ item }) => isLeft(item))
    this.entries = this.entries.filter(({ item }) => !isLeft(item))
    for (const entry of left) this.giveUp(entry)
    this.proceed()
  }

  /** Stops and forgets all uploads without announcing anything; what has arrived stays on the server. */
  stop(): void {
    const stopped = this.entries
    this.entries = []
    this.untold = { stored: 0, refused: 0 }
    this.publish()
    for (const { transfer, item } of stopped) {
      transfer?.abort()
      if (item.preview !== null) URL.revokeObjectURL(item.preview)
    }
  }

  private proceed(): void {
    const busy = this.entries.some(
      (entry) => entry.item.state === 'sending' || entry.item.state === 'checking',
    )
    const next = busy ? undefined : this.entries.find((entry) => entry.item.state === 'waiting')
    if (next) this.begin(next)
    else if (!busy) this.tellTogether()
    this.publish()
  }

  private begin(entry: Entry): void {
    entry.item = { ...entry.item, state: 'sending' }
    entry.transfer ??= this.send(entry.file, {
      progress: (sentBytes) => this.change(entry, { sentBytes }),
      checking: () => this.change(entry, { state: 'checking', sentBytes: entry.file.size }),
      stored: (media) => {
        if (!this.entries.includes(entry)) return
        this.tellStored(entry.file.name, entry.item.id)
        this.settle(entry, { state: 'stored', sentBytes: entry.file.size, media })
      },
      examined: (media) => this.change(entry, { media }),
      failed: (problem, canRetry, mayPass = false) => {
        if (!this.entries.includes(entry)) return
        const isTold = entry.item.isTold && mayPass
        if (!isTold) this.tellRefused(problem, entry.item.id)
        this.settle(entry, { state: 'failed', problem, canRetry, mayPass, isTold })
      },
    })
    entry.transfer.start()
  }

  private tellStored(name: string, id: string): void {
    if (this.entries.length < manyFiles) this.news.stored(name, id)
    else this.untold.stored += 1
  }

  private tellRefused(problem: string, id: string): void {
    if (this.entries.length < manyFiles) this.news.refused(problem, id)
    else this.untold.refused += 1
  }

  private tellTogether(): void {
    const { stored, refused } = this.untold
    this.untold = { stored: 0, refused: 0 }
    if (stored + refused > 0) this.news.together(stored, refused)
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
    this.items.set(this.entries.map((entry) => entry.item))
  }

  private find(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.item.id === id)
  }
}

/** What changes when a file that failed is to be sent again. */
const again = {
  state: 'waiting',
  problem: null,
  canRetry: false,
  mayPass: false,
  isTold: false,
} as const satisfies Partial<UploadItem>

/** Two files of the same name and size are almost certainly the same file. */
const nameOf = (name: string, sizeBytes: number) => `${sizeBytes} ${name}`

/** Identifies a file on this device, by all that a page can know of it. */
const sameFile = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`

function entryOf(file: File, isKnown: boolean): Entry {
  const problem = problemOf(file)
  const item: UploadItem = {
    id: newId(),
    name: file.name,
    sizeBytes: file.size,
    sentBytes: 0,
    state: stateOf(problem, isKnown),
    problem,
    canRetry: false,
    mayPass: false,
    isTold: false,
    preview: problem === null ? previewOf(file) : null,
    media: null,
  }
  return { file, transfer: null, item }
}

function stateOf(problem: string | null, isKnown: boolean): UploadState {
  if (problem !== null) return 'failed'
  return isKnown ? 'known' : 'waiting'
}

/** A first check of what the browser says about a file; the server examines the bytes themselves. */
function problemOf(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (file.size === 0) return `${file.name} is empty`
  return maySupport.test(file.type) ? null : notSupported(file.name)
}

/**
 * No type at all, and the types by which browsers, which look at the name alone, call films and sounds that are supported: of a
 * broadcast (.ts) Chromium on Linux says that it is a translation.
 */
const maySupport =
  /^$|^(image|video|audio)\/|^application\/(pdf|ogg|mp4|vnd\.ms-asf)$|^model\/vnd\.mts$|^text\/vnd\.(trolltech|qt)\.linguist$/

/** The sentence for a file of an unsupported type. */
export function notSupported(name: string): string {
  return `${name} is not a supported file type`
}

/** Image types that every browser can display. SVG is not among them, since the server refuses it. */
const drawable = /^image\/(jpeg|png|gif|webp|avif|bmp)$/

function previewOf(file: File): string | null {
  return drawable.test(file.type) ? URL.createObjectURL(file) : null
}
