import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { backoffMs } from '../upload/backoff.ts'
import type { Bell } from '../upload/bell.ts'
import type { KeptNote, NoteStore } from './note-store.ts'
import { createPutBeside, type PutBeside } from './put-beside.ts'

/**
 * stored: the server has the note. gone: its story was deleted, and may be restored. full: its story takes no more notes. changed: the
 * note was reworded elsewhere since it was read. refused: the person may no longer write in its story, or it is not as the server wants
 * it. later: try again.
 */
export type NoteAnswer = 'stored' | 'gone' | 'full' | 'changed' | 'refused' | 'later'

export type NoteSenderPorts = {
  userId: string
  store: NoteStore
  /** Sends one note, creating its story first where the server does not know it. Never rejects. */
  send: (note: KeptNote, signal: AbortSignal) => Promise<NoteAnswer>
  /**
   * The note as it must be in the new story that replaced this one; null where there is none. If omitted, notes that the server
   * refuses are not moved.
   */
  elsewhere?: (note: KeptNote, answer: 'gone' | 'full') => Promise<KeptNote | null>
  /** Called when a note was reworded elsewhere, so that the wording from here becomes a further note. */
  changed?: () => void
  /** May outlive this sender, so that the next one still knows which notes were put beside others. */
  beside?: PutBeside
  bell: Bell
  /** Runs the work under a lock of that name, so that no other tab of this browser does the same at once. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Milliseconds since 1970. */
  now: () => number
}

const TRASH_MS = limits.trashDays * 86_400_000

/** Keeps notes on the device at once and brings them to the server one by one, oldest first. */
export class NoteSender {
  /** How many notes wait. Notes of a deleted story are not counted: nothing but restoring the story would help them. */
  readonly waiting: Store<number> = createStore(0)
  /** The stories that, by the server's latest answer, accept no more of the waiting notes. */
  readonly full: Store<readonly string[]> = createStore<readonly string[]>([])
  /** The stories for which, by the server's latest answer, a waiting note was refused. It is sent should they take it after all. */
  readonly refused: Store<readonly string[]> = createStore<readonly string[]>([])
  readonly #ports: NoteSenderPorts
  readonly #beside: PutBeside
  /** The notes (by `nameOf`) whose story was found deleted; skipped until the bell rings. */
  readonly #resting = new Set<string>()
  /** Texts by note id that were sent but not acknowledged: the server may have any of them. */
  readonly #unanswered = new Map<string, Set<string>>()
  #running: Promise<void> | null = null

  constructor(ports: NoteSenderPorts) {
    this.#ports = ports
    this.#beside = ports.beside ?? createPutBeside()
  }

  /**
   * Resolves when the note is on the device's disk; sending continues by itself. Of a note that was put beside another, the further note
   * is kept.
   */
  async keep(note: KeptNote): Promise<void> {
    await this.#ports.store.put({ ...note, id: this.#beside.idFor(note), revision: newId() })
    if (isWaiting(note)) this.waiting.set(this.waiting.get() + 1)
    this.#ports.bell.ring()
  }

  /** How many notes wait on this device, whichever tab kept them. */
  async countHere(): Promise<number> {
    return (await this.#ports.store.list(this.#ports.userId)).filter(isWaiting).length
  }

  /** The notes of one story that wait here, each in its newest version. */
  async waitingOf(storyId: string): Promise<KeptNote[]> {
    const notes = await this.#ports.store.list(this.#ports.userId)
    return notes.filter((note) => note.storyId === storyId && note.details === undefined)
  }

  /** Moves what is kept for a story: `moved` returns each note as it must be at its new place, or null to leave it. */
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
      const [full, refused] = [new Set<string>(), new Set<string>()]
      for (const note of notes ?? []) {
        if (signal.aborted) return
        if (this.#resting.has(nameOf(note))) continue
        // A browser may not give the lock just now. If this ended the loop, nothing would be sent any more.
        const answer = await this.#sendIfCurrent(note, signal).catch((): NoteAnswer => 'later')
        if (answer === null || (await this.#movedOn(note, answer))) continue
        if (answer === 'changed') {
          this.#ports.changed?.()
          await this.#putBeside(note).catch(() => undefined)
          continue
        }
        if (answer === 'full' || (answer === 'later' && this.full.get().includes(note.storyId))) {
          full.add(note.storyId)
        }
        if (answer === 'refused' || (answer === 'later' && this.refused.get().includes(note.storyId))) {
          refused.add(note.storyId)
        }
        if (answer !== 'stored' && answer !== 'gone') isStuck = true
        else await this.#settle(note, answer).catch(() => undefined)
      }
      if (notes !== null) {
        setIfOther(this.full, [...full])
        setIfOther(this.refused, [...refused])
      }
      failures = isStuck ? failures + 1 : 0
      await this.#lookAgain()
      if ((await bell.wait(isStuck ? backoffMs(failures) : idleMs, signal)) === 'rung') {
        // A ring means another note, or the network is back: what failed for that long may succeed now, though perhaps not at first.
        failures = 0
        this.#resting.clear()
      }
    }
  }

  /** Reads the kept notes and updates `waiting`. Null, with `waiting` unchanged, when the device's store cannot be read just now. */
  async #lookAgain(): Promise<KeptNote[] | null> {
    const { store, userId } = this.#ports
    const notes = await store.list(userId).catch(() => null)
    if (notes !== null) this.waiting.set(notes.filter(isWaiting).length)
    return notes
  }

  /**
   * Sends a note under its lock, unless it has changed meanwhile: another tab may have sent a newer version since the notes were read, or
   * be sending it now, and an older version sent after it would overwrite it.
   * @returns null when the note is no longer kept in this version
   */
  #sendIfCurrent(note: KeptNote, signal: AbortSignal): Promise<NoteAnswer | null> {
    const { store, userId, alone } = this.#ports
    return alone(`kinora.note.${note.id}`, async () => {
      const kept = await store.list(userId).catch(() => [note])
      return kept.some((each) => nameOf(each) === nameOf(note)) ? this.#sendOver(note, signal) : null
    })
  }

  /** Sends a note. If the server's text is not the one known here, it may be from here all the same: sent, with its answer lost. */
  async #sendOver(note: KeptNote, signal: AbortSignal): Promise<NoteAnswer> {
    const { send } = this.#ports
    const unanswered = this.#unanswered.get(note.id) ?? new Set<string>()
    let answer = await send(note, signal)
    for (const was of unanswered) if (answer === 'changed') answer = await send({ ...note, was }, signal)
    if (answer === 'later') this.#unanswered.set(note.id, unanswered.add(note.text))
    // Only now is it known what the server has: a refusal says nothing of what was sent before.
    if (answer === 'stored' || answer === 'changed') this.#unanswered.delete(note.id)
    return answer
  }

  /**
   * Moves notes of a story whose recordings went to a new one: whoever comes back to the old story keeps writing for the new one. All
   * its notes move at once, so that they keep their order there.
   * @returns whether the given note was moved
   */
  async #movedOn(note: KeptNote, answer: NoteAnswer): Promise<boolean> {
    const { store, userId, bell, elsewhere } = this.#ports
    if (note.removed || elsewhere === undefined || (answer !== 'gone' && answer !== 'full')) return false
    try {
      let isMoved = false
      for (const each of await store.list(userId)) {
        if (each.storyId !== note.storyId || each.removed) continue
        const to = await elsewhere(each, answer)
        // A full story keeps the notes that have a place in it. Of a deleted story all notes go; null means that no new story is known.
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

  /** Two people have reworded the note. Which wording is right is for people to decide, so ours becomes a further note. */
  async #putBeside(note: KeptNote): Promise<void> {
    const { store, bell } = this.#ports
    const { was: _, ...words } = note
    const known = this.#beside.idFor(note)
    // If `known` differs, the note has become a further one already and was reworded once more before that was known.
    const further = known === note.id ? { ...words, id: newId() } : { ...note, id: known }
    const isMoved = await store.move(note, { ...further, revision: newId() })
    if (isMoved && known === note.id) this.#beside.tell(note, further.id)
    bell.ring()
  }

  /** Removes a note that is stored. A change to a deleted story's note is kept for as long as the trash keeps the story. */
  async #settle(note: KeptNote, answer: 'stored' | 'gone'): Promise<void> {
    const { store, now } = this.#ports
    const goneSince = note.goneSince ?? new Date(now()).toISOString()
    if (answer === 'stored' || now() - Date.parse(goneSince) > TRASH_MS) {
      return store.remove(note)
    }
    this.#resting.add(nameOf(note))
    await store.markGone(note, goneSince)
  }
}

function setIfOther(store: Store<readonly string[]>, ids: readonly string[]): void {
  if (ids.join() !== store.get().join()) store.set(ids)
}

/** Identifies one version of a note: the revision changes each time it is written. */
const nameOf = ({ id, revision }: KeptNote) => `${id} ${revision}`

const isWaiting = ({ goneSince, details }: KeptNote) => goneSince === undefined && details === undefined

/** How long to sleep with nothing to send. The bell ends the wait earlier; the timeout is for notes that another tab wrote. */
const idleMs = 3_000
