import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { deviceMs } from '../../lib/clock.ts'
import type { KeptEdits } from './kept-edits.ts'
import { wordEdit } from './word-edit.ts'

type Typed = Extract<TranscriptCommand, { type: 'replaceWords' }>

/**
 * Keeps what somebody is typing on the device before it is sent, because a killed page never reaches the pause after which it would be
 * sent. Each text has an id of its own and is sent under it. If another page finds the text here, because this page is gone or only seems
 * to be, and sends it as well, the server still applies it once.
 */
export class KeptTyping {
  readonly #kept: KeptEdits
  readonly #byLine = new Map<string, Typed>()

  constructor(kept: KeptEdits) {
    this.#kept = kept
  }

  isIn(lineId: string): boolean {
    return this.#byLine.has(lineId)
  }

  /** @param newId the id to use if this very edit was not kept before */
  keep({ id: lineId, version: baseVersion, words }: TranscriptLine, text: string, newId: string): void {
    const edit = wordEdit(words, text)
    if (edit === null) {
      this.end(lineId)
      return
    }
    const made: Typed = { type: 'replaceWords', lineId, ...edit, id: newId, baseVersion }
    const command = { ...made, id: this.idOf(made) ?? newId }
    this.#kept.keep({ commands: [command], typed: text, typedAtMs: deviceMs() })
    this.end(lineId, command.id)
    this.#byLine.set(lineId, command)
  }

  /** The id under which exactly this edit is kept; undefined if it is not. */
  idOf({ lineId, baseVersion, from, to, text }: Omit<Typed, 'id'>): string | undefined {
    const typed = this.#byLine.get(lineId)
    const isIt = typed?.baseVersion === baseVersion && typed.from === from && typed.to === to
    return isIt && typed.text === text ? typed.id : undefined
  }

  /** Called when the text is kept by other means, or nothing of it is left to send. @param sentAs the id under which it remains kept */
  end(lineId: string, sentAs?: string): void {
    const typed = this.#byLine.get(lineId)
    if (typed && typed.id !== sentAs) this.#kept.forget(typed.id)
    this.#byLine.delete(lineId)
  }
}
