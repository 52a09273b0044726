import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { backoffMs } from '../upload/backoff.ts'
import type { Bell } from '../upload/bell.ts'
import type { KeptNote, NoteStore } from './note-store.ts'
import { createPutBeside, type PutBeside } from './put-beside.ts'

/**
 * stored: the server has it. gone: its story was deleted, and may be restored. full: its story takes no more. changed: it was reworded
 * elsewhere since. later: try again.
 */
export type NoteAnswer = 'stored' | 'gone' | 'full' | 'changed' | 'later'

export type NoteSenderPorts = {
  userId: string
  store: NoteStore
  /** Sends one note, making its story first where the server does not know it. Never rejects. */
  send: (note: KeptNote, signal: AbortSignal) => Promise<NoteAnswer>
  /** A note as it is in the story that took what this one cannot; null where there is none. Nobody else asks where it is not given. */
  elsewhere?: (note: KeptNote, answer: 'gone' | 'full') => Promise<KeptNote | null>
  /** Outlives this sender where another one comes after it. */
  beside?: PutBeside
  bell: Bell
  /** Does the work while no other tab of this browser does any under that name. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Milliseconds since 1970. */
  now: () => number
}

const TRASH_MS = limits.trashDays * 86_400_000

/** Keeps notes on the device at once and brings them to the server one by one, oldest first. */
export class NoteSender {
  /** How many wait. Not among them are those of a deleted story, for which nobody can do anything but restore it. */
  readonly waiting: Store<number> = createStore(0)
  /** The stories that take no more of what waits, by the server's last word. */
  readonly full: Store<readonly string[]> = createStore<readonly string[]>([])
  readonly #ports: NoteSenderPorts
  readonly #beside: PutBeside
  /** Those that were found to be of a deleted story. */
  readonly #resting = new Set<string>()
  #running: Promise<void> | null = null

  constructor(ports: NoteSenderPorts) {
    this.#ports = ports
    this.#beside = ports.beside ?? createPutBeside()
  }

  /** Resolves when the device's disk has it; sending goes on by itself. Of a note that was put beside another it is the further one. */
  async keep(note: KeptNote): Promise<void> {
    await this.#ports.store.put({ ...note, id: this.#beside.idFor(note), revision: newId() })
    if (isWaiting(note)) this.waiting.set(this.waiting.get() + 1)
    this.#ports.bell.ring()
  }

  /** How many wait, whichever tab has kept them. */
  async countHere(): Promise<number> {
    return (await this.#ports.store.list(this.#ports.userId)).filter(isWaiting).length
  }

  /** What of one story waits here, newest version of each note. */
  async waitingOf(storyId: string): Promise<KeptNote[]> {
    const notes = await this.#ports.store.list(this.#ports.userId)
    return notes.filter((note) => note.storyId === storyId && note.details === undefined)
  }

  /** Has what is kept for a story go where `moved` says, as it is to be there; null leaves it where it is. */
  async move(storyId: string, moved: (note: KeptNote) => Promise<KeptNote | null>): Promise<void> {
    const { store, userId, bell } = this.#ports
    for (const note of await store.list(userId)) {
      const to = note.storyId === storyId ? await moved(note) : null
      if (to !== null) await store.move(note, { ...to, revision: newId() })
    }
    bell.ring()
  }

  /** Sends until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#loop(signal)
    return this.#running
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { bell } = this.#ports
    let failures = 0
    while (!signal.aborted) {
      const notes = await this.#lookAgain()
      let isStuck = false
      const full = new Set<string>()
      for (const note of notes ?? []) {
        if (signal.aborted) return
        if (this.#resting.has(nameOf(note))) continue
        const answer = await this.#sendIfCurrent(note, signal)
        if (answer === null || (await this.#movedOn(note, answer))) continue
        if (answer === 'changed') {
          await this.#putBeside(note).catch(() => undefined)
          continue
        }
        if (answer === 'full' || (answer === 'later' && this.full.get().includes(note.storyId))) {
          full.add(note.storyId)
        }
        if (answer === 'full' || answer === 'later') isStuck = true
        else await this.#settle(note, answer).catch(() => undefined)
      }
      if (notes !== null && [...full].join() !== this.full.get().join()) this.full.set([...full])
      failures = isStuck ? failures + 1 : 0
      await this.#lookAgain()
      if ((await bell.wait(isStuck ? backoffMs(failures) : idleMs, signal)) === 'rung') {
        // Another note or the network back: what failed for that long may succeed now, perhaps not at the first attempt.
        failures = 0
        this.#resting.clear()
      }
    }
  }

  /** What is kept, or null where the device cannot be asked just now: then what was last said of it stands. */
  async #lookAgain(): Promise<KeptNote[] | null> {
    const { store, userId } = this.#ports
    const notes = await store.list(userId).catch(() => null)
    if (notes !== null) this.waiting.set(notes.filter(isWaiting).length)
    return notes
  }

  /**
   * Another tab may have sent what is newer since the notes were read, or be at it: what is older would come after it, and stay.
   * @returns null for what is no longer kept as it was
   */
  #sendIfCurrent(note: KeptNote, signal: AbortSignal): Promise<NoteAnswer | null> {
    const { store, userId, send, alone } = this.#ports
    return alone(`kinora.note.${note.id}`, async () => {
      const kept = await store.list(userId).catch(() => [note])
      return kept.some((each) => nameOf(each) === nameOf(note)) ? send(note, signal) : null
    })
  }

  /**
   * Whoever comes back to a story whose recordings have gone to a new one writes for that. All of it goes at once: what was written
   * first is first there, too.
   */
  async #movedOn(note: KeptNote, answer: NoteAnswer): Promise<boolean> {
    const { store, userId, bell, elsewhere } = this.#ports
    if (note.removed || elsewhere === undefined || (answer !== 'gone' && answer !== 'full')) return false
    try {
      let isMoved = false
      for (const each of await store.list(userId)) {
        if (each.storyId !== note.storyId || each.removed) continue
        const to = await elsewhere(each, answer)
        // A full story keeps what it has a place for; of one that is gone all goes, or the new one is not known yet.
        if (to === null && answer === 'gone') break
        if (to === null) continue
        await store.move(each, { ...to, revision: newId() })
        isMoved ||= each.id === note.id
      }
      if (isMoved) bell.ring()
      return isMoved
    } catch {
      return false
    }
  }

  /** Two have reworded it: whose words are the right ones is for people to say, so the second becomes a further note. */
  async #putBeside(note: KeptNote): Promise<void> {
    const { store, bell } = this.#ports
    const { was: _, ...words } = note
    const known = this.#beside.idFor(note)
    // It was reworded once more while it became another one.
    const further = known === note.id ? { ...words, id: newId() } : { ...note, id: known }
    const isMoved = await store.move(note, { ...further, revision: newId() })
    if (isMoved && known === note.id) this.#beside.tell(note, further.id)
    bell.ring()
  }

  /** What somebody wrote into a deleted story is kept for as long as the trash keeps that. */
  async #settle(note: KeptNote, answer: 'stored' | 'gone'): Promise<void> {
    const { store, now } = this.#ports
    const goneSince = note.goneSince ?? new Date(now()).toISOString()
    if (answer === 'stored' || note.removed || now() - Date.parse(goneSince) > TRASH_MS) {
      return store.remove(note)
    }
    this.#resting.add(nameOf(note))
    await store.markGone(note, goneSince)
  }
}

/** Another one each time it is written. */
const nameOf = ({ id, revision }: KeptNote) => `${id} ${revision}`

const isWaiting = ({ goneSince, details }: KeptNote) => goneSince === undefined && details === undefined

/** With nothing to send it sleeps until the bell; this is for what another tab wrote. */
const idleMs = 3_000
