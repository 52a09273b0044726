import type { Change, Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import { textOf } from '#contract/transcript-words.ts'
import type { TranscriptChange } from '#contract/transcripts.ts'
import { situationOf } from '../../lib/errors.ts'
import type { KeptEdit } from './edits-here.ts'
import { type KeptEdits, TYPING_MS } from './kept-edits.ts'
import { KeptTyping } from './kept-typing.ts'
import { intentOf, intentOfTypedOn, type PendingEdit, subjectsOf } from './pending-edits.ts'
import { isWorthRepeating, type TranscriptServer } from './transcript-server.ts'

const RETRY_MS_MAX = 15_000

/** Where a person's edits are: on the server, on their way, or kept on this device because the server does not answer. */
export type Saving = {
  state: 'saved' | 'saving' | 'waiting'
  count: number
  failure: unknown
  /** Whether the edits still to be sent survive a reload or a closed tab. */
  isKept: boolean
}

export type QueueEvents = {
  accepted: (edit: PendingEdit, answer: TranscriptChange) => void
  refused: (edit: PendingEdit, error: unknown) => void
  changed: () => void
}

/** Edits on their way to the server: sent one at a time, in order, and kept on the device until the server has confirmed each. */
export class EditQueue {
  readonly #server: TranscriptServer
  readonly #kept: KeptEdits
  readonly #events: QueueEvents
  #pending: PendingEdit[]
  readonly typing: KeptTyping
  #sending: Promise<void> | null = null
  #failure: unknown = null
  #failures = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #lookingAgain: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(server: TranscriptServer, kept: KeptEdits, events: QueueEvents) {
    this.#server = server
    this.#kept = kept
    this.#events = events
    this.typing = new KeptTyping(kept)
    this.#pending = kept.all().map((edit) => pendingOf(edit, []))
  }

  get pending(): readonly PendingEdit[] {
    return this.#pending
  }

  get saving(): Saving {
    const [count, failure] = [this.#pending.length, this.#failure]
    if (count === 0) return { state: 'saved', count, failure: null, isKept: true }
    return { state: failure === null ? 'saving' : 'waiting', count, failure, isKept: this.#kept.areKept() }
  }

  isAbout(subject: string): boolean {
    return this.#pending.some((edit) => edit.subjects.includes(subject))
  }

  push(
    commands: readonly TranscriptCommand[],
    typed: string | null,
    expected: readonly TranscriptLine[],
  ): string {
    const edit = pendingOf({ commands, typed }, expected)
    this.#kept.keep({ commands, typed })
    if (typed !== null) for (const lineId of edit.subjects) this.typing.end(lineId, edit.id)
    this.#pending = [...this.#pending, edit]
    this.#events.changed()
    return edit.id
  }

  /**
   * Keeps what was typed in a line while an earlier edit of that line is on its way. It is sent after that edit, even if the page is gone
   * by then.
   */
  typeOn({ id: lineId, words }: TranscriptLine, text: string, id: string): void {
    const edit = this.#pending.findLast(({ subjects }) => subjects.includes(lineId))
    if (!edit) return
    const known = edit.typedOn.find((one) => one.lineId === lineId)
    const expected = edit.typed === null ? undefined : edit.expected.find(({ id }) => id === lineId)
    const before = known?.before ?? textOf(expected?.words ?? words)
    if (known?.text === text) return
    const others = edit.typedOn.filter((one) => one.lineId !== lineId)
    const typedOn = text.trim() === before ? others : [...others, { id, lineId, before, text }]
    this.#pending = this.#pending.map((each) => (each.id === edit.id ? { ...each, typedOn } : each))
    this.#kept.keep({ commands: edit.commands, typed: edit.typed, typedOn })
    this.typing.end(lineId)
  }

  /** Other people have changed a line: the pending edits are shown rebased over that change. */
  carryOver(change: Change): void {
    this.#pending = this.#pending.map((edit) => ({
      ...edit,
      shown: edit.shown.flatMap((intent) => rebase(intent, change) ?? []),
    }))
  }

  /** Sends the pending edits until all have arrived or one could not be sent. */
  send(): Promise<void> {
    clearTimeout(this.#again)
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
      this.#events.changed()
    })
    return this.#sending
  }

  /** Stops the automatic retries. Whatever is kept on the device is sent later by another page of this person's (`send-kept.ts`). */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#again)
    clearTimeout(this.#lookingAgain)
  }

  /** Called when the page opens, or opens again after `stop`. */
  start(): void {
    this.#isStopped = false
    this.#takeUpTyped()
    if (this.#pending.length > 0) this.send()
  }

  /**
   * Text being typed in another page belongs to that page. Once it is stale that page is gone, perhaps killed, and
   * this queue sends the text.
   */
  #takeUpTyped(): void {
    clearTimeout(this.#lookingAgain)
    const left = this.#kept.all().filter((edit) => edit.typedAtMs !== undefined && !this.#knows(edit))
    this.#pending = [...this.#pending, ...left.map((edit) => pendingOf(edit, []))]
    if (left.length > 0) {
      this.#events.changed()
      this.send()
    }
    const isTypedElsewhere = this.#kept.typing().some((edit) => !this.#knows(edit))
    if (isTypedElsewhere) this.#lookingAgain = setTimeout(() => this.#takeUpTyped(), TYPING_MS)
  }

  #knows(edit: KeptEdit): boolean {
    const { id, subjects } = pendingOf(edit, [])
    return this.#pending.some((each) => each.id === id) || subjects.some((line) => this.typing.isIn(line))
  }

  async #sendAll(): Promise<void> {
    const unshown: unknown[] = []
    await this.#sendEach(unshown)
    if (unshown.length > 0) throw unshown[0]
  }

  /** @param unshown collects why the page failed to show an answer; the edits behind that one are sent all the same */
  async #sendEach(unshown: unknown[]): Promise<void> {
    const show = (event: () => void) => {
      try {
        event()
      } catch (error) {
        unshown.push(error)
      }
    }
    for (let sent = this.#pending[0]; sent; sent = this.#pending[0]) {
      let answer: TranscriptChange
      try {
        answer = await this.#server.edit([...sent.commands])
      } catch (error) {
        if (isWorthRepeating(error)) return this.#waitAfter(error)
        this.#failure = null
        const edit = this.#settle(sent)
        // The refusal is reported in the line like any other, but this tab does not send the edit again.
        if (situationOf(error) === 'NOT_FOUND')
          this.#kept.setAside({ commands: edit.commands, typed: edit.typed, typedOn: edit.typedOn })
        show(() => this.#events.refused(edit, error))
        continue
      }
      this.#failure = null
      this.#failures = 0
      const settled = this.#settle(sent)
      show(() => this.#events.accepted(settled, answer))
    }
  }

  /** @returns the edit in its current state: the person may have typed on since it was sent */
  #settle(edit: PendingEdit): PendingEdit {
    const { id } = edit
    const now = this.#pending.find((each) => each.id === id) ?? edit
    this.#pending = this.#pending.filter((each) => each.id !== id)
    this.#kept.forget(id)
    return now
  }

  #waitAfter(error: unknown): void {
    this.#failure = error
    const ms = Math.min(RETRY_MS_MAX, 1_000 * 2 ** this.#failures)
    this.#failures += 1
    if (this.#isStopped) return
    this.#again = setTimeout(() => this.send(), ms)
  }
}

function pendingOf(
  { commands, typed, typedOn = [] }: KeptEdit,
  expected: readonly TranscriptLine[],
): PendingEdit {
  const intents: Intent[] = commands.map(intentOf)
  const shown = [...intents, ...typedOn.flatMap((one) => intentOfTypedOn(one) ?? [])]
  const id = commands[0]?.id ?? ''
  return { id, commands, shown, subjects: intents.flatMap(subjectsOf), expected, typed, typedOn }
}
