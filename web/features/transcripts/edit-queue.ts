import type { Change, Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import type { TranscriptChange } from '#contract/transcripts.ts'
import { situationOf } from '../../lib/errors.ts'
import type { KeptEdits } from './kept-edits.ts'
import { intentOf, type PendingEdit, subjectsOf } from './pending-edits.ts'
import { isWorthRepeating, type TranscriptServer } from './transcript-server.ts'

const RETRY_MS_MAX = 15_000

/** Where one's edits are: on the server, on their way, or kept on this device because nobody answers. */
export type Saving = { state: 'saved' | 'saving' | 'waiting'; count: number; failure: unknown }

export type QueueEvents = {
  accepted: (edit: PendingEdit, answer: TranscriptChange) => void
  refused: (edit: PendingEdit, error: unknown) => void
  changed: () => void
}

/** Edits on their way to the server: one at a time, in order, kept on the device until each is confirmed. */
export class EditQueue {
  readonly #server: TranscriptServer
  readonly #kept: KeptEdits
  readonly #events: QueueEvents
  #pending: PendingEdit[]
  #sending: Promise<void> | null = null
  #failure: unknown = null
  #failures = 0
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(server: TranscriptServer, kept: KeptEdits, events: QueueEvents) {
    this.#server = server
    this.#kept = kept
    this.#events = events
    this.#pending = kept.all().map(({ commands, typed }) => pendingOf(commands, typed, []))
  }

  get pending(): readonly PendingEdit[] {
    return this.#pending
  }

  get saving(): Saving {
    const [count, failure] = [this.#pending.length, this.#failure]
    if (count === 0) return { state: 'saved', count, failure: null }
    return { state: failure === null ? 'saving' : 'waiting', count, failure }
  }

  isAbout(subject: string): boolean {
    return this.#pending.some((edit) => edit.subjects.includes(subject))
  }

  push(
    commands: readonly TranscriptCommand[],
    typed: string | null,
    expected: readonly TranscriptLine[],
  ): string {
    const edit = pendingOf(commands, typed, expected)
    this.#kept.keep({ commands, typed })
    this.#pending = [...this.#pending, edit]
    this.#events.changed()
    return edit.id
  }

  /** Others have changed a line: what is still on its way is shown over that. */
  carryOver(change: Change): void {
    this.#pending = this.#pending.map((edit) => ({
      ...edit,
      shown: edit.shown.flatMap((intent) => rebase(intent, change) ?? []),
    }))
  }

  /** Sends what is there, until all of it has arrived or one could not be sent. */
  send(): Promise<void> {
    clearTimeout(this.#again)
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
      this.#events.changed()
    })
    return this.#sending
  }

  /** No further attempt is made by itself. */
  stop(): void {
    clearTimeout(this.#again)
  }

  async #sendAll(): Promise<void> {
    for (let edit = this.#pending[0]; edit; edit = this.#pending[0]) {
      try {
        const answer = await this.#server.edit([...edit.commands])
        this.#failure = null
        this.#failures = 0
        this.#settle(edit)
        this.#events.accepted(edit, answer)
      } catch (error) {
        if (isWorthRepeating(error)) return this.#waitAfter(error)
        this.#failure = null
        this.#settle(edit)
        // Told where it was typed as any other; this tab sends it no more.
        if (situationOf(error) === 'NOT_FOUND')
          this.#kept.setAside({ commands: edit.commands, typed: edit.typed })
        this.#events.refused(edit, error)
      }
    }
  }

  #settle(edit: PendingEdit): void {
    this.#pending = this.#pending.filter((each) => each.id !== edit.id)
    this.#kept.forget(edit.id)
  }

  #waitAfter(error: unknown): void {
    this.#failure = error
    const ms = Math.min(RETRY_MS_MAX, 1_000 * 2 ** this.#failures)
    this.#failures += 1
    this.#again = setTimeout(() => this.send(), ms)
  }
}

function pendingOf(
  commands: readonly TranscriptCommand[],
  typed: string | null,
  expected: readonly TranscriptLine[],
): PendingEdit {
  const shown: Intent[] = commands.map(intentOf)
  return { id: commands[0]?.id ?? '', commands, shown, subjects: shown.flatMap(subjectsOf), expected, typed }
}
