import { v7 as newId } from 'uuid'
import { createStore, type Store } from '../store.ts'
import { backoffMs } from '../upload/backoff.ts'
import type { Bell } from '../upload/bell.ts'
import type { KeptNote, NoteStore } from './note-store.ts'

/** stored: the server has it. gone: its story was deleted, nobody wants it any more. later: try again. */
export type NoteAnswer = 'stored' | 'gone' | 'later'

export type NoteSenderPorts = {
  userId: string
  store: NoteStore
  /** Sends one note, making its story first where the server does not know it. Never rejects. */
  send: (note: KeptNote, signal: AbortSignal) => Promise<NoteAnswer>
  bell: Bell
}

/** Keeps notes on the device at once and brings them to the server one by one, oldest first. */
export class NoteSender {
  /** How many wait. */
  readonly waiting: Store<number> = createStore(0)
  readonly #ports: NoteSenderPorts
  #running: Promise<void> | null = null

  constructor(ports: NoteSenderPorts) {
    this.#ports = ports
  }

  /** Resolves when the device's disk has it; sending goes on by itself. */
  async keep(note: KeptNote): Promise<void> {
    await this.#ports.store.put({ ...note, revision: newId() })
    this.waiting.set(this.waiting.get() + 1)
    this.#ports.bell.ring()
  }

  /** How many wait, whichever tab has kept them. */
  async countHere(): Promise<number> {
    return (await this.#ports.store.list(this.#ports.userId)).length
  }

  /** What of one story waits here, newest version of each note. */
  async waitingOf(storyId: string): Promise<KeptNote[]> {
    const notes = await this.#ports.store.list(this.#ports.userId)
    return notes.filter((note) => note.storyId === storyId)
  }

  /** Sends until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#loop(signal)
    return this.#running
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { store, userId, send, bell } = this.#ports
    let failures = 0
    while (!signal.aborted) {
      const notes = await store.list(userId).catch(() => [])
      this.waiting.set(notes.length)
      let isStuck = false
      for (const note of notes) {
        if (signal.aborted) return
        const answer = await send(note, signal)
        if (answer === 'later') isStuck = true
        else await store.remove(note).catch(() => undefined)
      }
      failures = isStuck ? failures + 1 : 0
      const left = await store.list(userId).catch(() => [])
      this.waiting.set(left.length)
      // Another note or the network back: what failed for that long may succeed now, perhaps not at the first attempt.
      if ((await bell.wait(isStuck ? backoffMs(failures) : idleMs, signal)) === 'rung') failures = 0
    }
  }
}

/** With nothing to send it sleeps until the bell; this is for what another tab wrote. */
const idleMs = 3_000
