import type { Upload } from 'tus-js-client'
import { v7 as newId } from 'uuid'
import type { MediaItem } from '#contract/media.ts'
import { createStore, type Store } from '../../lib/store.ts'

/**
 * Where a chosen file stands. `checking`: all bytes are on the server, which looks at what they are. `known`: the story has one
 * of this name and size, as after a folder was chosen again; it is sent only to who asks for it.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'checking' | 'stored' | 'failed' | 'known'

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
  /** The picture itself, to be shown while it goes up; null for what no browser draws. */
  preview: string | null
  /** What the server knows of it, once it is there; `examined` when it has looked inside. */
  media: MediaItem | null
}

/** Whether a file has not arrived and could still do so by itself, or be called off. */
export const isLeft = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'sending' || state === 'paused'

/** Whether the story has a file. */
export const isSafe = ({ state }: UploadItem): boolean => state === 'stored' || state === 'known'

type Transfer = Pick<Upload, 'start' | 'abort'>

/** What is said aloud, beside the list: of each file by its id, or of many together when the last of them has come. */
export type UploadNews = {
  stored: (name: string, id: string) => void
  refused: (problem: string, id: string) => void
  together: (stored: number, refused: number) => void
}

/** Fewer files are looked over at a glance, and each may be spoken of. */
export const manyFiles = 10

/** Where the page says how far many files have come. */
export const overviewId = 'uploads-overview'

/** Sends one file. Calls back as it goes; the returned handle pauses, goes on, or gives it up at the server too. */
export type SendFile = (
  file: File,
  on: {
    progress: (sentBytes: number) => void
    checking: () => void
    stored: (media: MediaItem) => void
    /** After `stored`: what was found inside, and the picture made of it. */
    examined: (media: MediaItem) => void
    failed: (problem: string, canRetry: boolean) => void
  },
) => Transfer

type Stored = Pick<MediaItem, 'fileName' | 'sizeBytes'>

/** `wasSeen`: among the files of the story as it is read. */
type Entry = { item: UploadItem; file: File; transfer: Transfer | null; wasSeen: boolean }

/**
 * The files chosen for one story, sent one after the other so that each is complete as early as can be.
 * It outlives the page that shows it: somebody may look around while a long film goes up.
 */
export class UploadQueue {
  private entries: Entry[] = []
  readonly items: Store<UploadItem[]> = createStore<UploadItem[]>([])
  private readonly send: SendFile

  private readonly news: UploadNews

  private untold = { stored: 0, refused: 0 }

  constructor(send: SendFile, news: UploadNews) {
    this.send = send
    this.news = news
  }

  /** @param inStory what the story has */
  add(files: Iterable<File>, inStory: readonly Stored[] = []): void {
    const stored = [...inStory, ...this.entries.flatMap(({ item }) => item.media ?? [])]
    const names = new Set(stored.map(({ fileName, sizeBytes }) => nameOf(fileName, sizeBytes)))
    // Whoever is impatient chooses again what is on its way: it is, and goes on where it was paused.
    const underWay = new Map(
      this.entries
        .filter(({ item }) => isLeft(item) || item.state === 'checking')
        .map((entry) => [sameFile(entry.file), entry]),
    )
    const chosen = [...files]
    for (const file of chosen) {
      const entry = underWay.get(sameFile(file))
      if (entry?.item.state === 'paused') this.change(entry, { state: 'waiting' })
    }
    const added = chosen
      .filter((file) => !underWay.has(sameFile(file)))
      .map((file) => entryOf(file, names.has(nameOf(file.name, file.size))))
    this.entries.push(...added)
    for (const { item } of added) if (item.problem !== null) this.tellRefused(item.problem, item.id)
    this.proceed()
  }

  pause(id: string): void {
    const entry = this.find(id)
    if (entry?.item.state !== 'sending' && entry?.item.state !== 'waiting') return
    entry.transfer?.abort()
    this.change(entry, { state: 'paused' })
    this.proceed()
  }

  /** Goes on with a paused file, sends one that the story has all the same, or tries a failed one again from where it stopped. */
  resume(id: string): void {
    const entry = this.find(id)
    if (!entry || (entry.item.state !== 'paused' && entry.item.state !== 'known' && !entry.item.canRetry))
      return
    this.change(entry, { state: 'waiting', problem: null, canRetry: false })
    this.proceed()
  }

  /** Shows what was changed at the server. */
  show(media: MediaItem): void {
    const entry = this.entries.find(({ item }) => item.media?.id === media.id)
    if (entry) this.change(entry, { media })
  }

  /**
   * What the story has by now. A file that it had and has no more was taken out, here or elsewhere: it leaves the list, which
   * calls it safe, and the same file chosen again is sent. One that was described elsewhere says so here.
   */
  follow(inStory: readonly Pick<MediaItem, 'id' | 'caption'>[]): void {
    const captions = new Map(inStory.map(({ id, caption }) => [id, caption]))
    const captionOf = ({ item }: Entry) => captions.get(item.media?.id ?? '')
    const gone = this.entries.filter((entry) => entry.wasSeen && captionOf(entry) === undefined)
    this.entries = this.entries.filter((entry) => !gone.includes(entry))
    for (const entry of this.entries) {
      const caption = captionOf(entry)
      entry.wasSeen = caption !== undefined
      const { media } = entry.item
      if (media && caption !== undefined && caption !== media.caption)
        entry.item = { ...entry.item, media: { ...media, caption } }
    }
    for (const entry of gone) this.giveUp(entry)
    this.publish()
  }

  /** Takes a file off the list; what is not whole yet is given up, here and at the server. */
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

  /** Takes all files off the list that have not arrived, here and at the server. */
  cancelRest(): void {
    const left = this.entries.filter(({ item }) => isLeft(item))
    this.entries = this.entries.filter(({ item }) => !isLeft(item))
    for (const entry of left) this.giveUp(entry)
    this.proceed()
  }

  /** Stops everything and forgets it, without a word; what has arrived stays at the server. */
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
      failed: (problem, canRetry) => {
        if (!this.entries.includes(entry)) return
        this.tellRefused(problem, entry.item.id)
        this.settle(entry, { state: 'failed', problem, canRetry })
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

/** Of two files of one name and one size, the one is the other as good as always. */
const nameOf = (name: string, sizeBytes: number) => `${sizeBytes} ${name}`

/** What tells one file from all others on a device, as far as a page is told of it. */
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
    preview: problem === null ? previewOf(file) : null,
    media: null,
  }
  return { file, transfer: null, item, wasSeen: false }
}

function stateOf(problem: string | null, isKnown: boolean): UploadState {
  if (problem !== null) return 'failed'
  return isKnown ? 'known' : 'waiting'
}

/** A first look at what the browser says about a file; the server looks at the bytes themselves. */
function problemOf(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (file.size === 0) return `${file.name} is empty`
  const isSupported =
    file.type === '' || file.type === 'application/pdf' || /^(image|video|audio)\//.test(file.type)
  return isSupported ? null : notSupported(file.name)
}

/** The sentence for a file of a kind that is not kept here. */
export function notSupported(name: string): string {
  return `${name} is not a supported file type`
}

/** Pictures that every browser draws; an SVG among them would be refused by the server. */
const drawable = /^image\/(jpeg|png|gif|webp|avif|bmp)$/

function previewOf(file: File): string | null {
  return drawable.test(file.type) ? URL.createObjectURL(file) : null
}
