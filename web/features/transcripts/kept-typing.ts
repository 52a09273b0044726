import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { deviceMs } from '../../lib/clock.ts'
import type { KeptEdits } from './kept-edits.ts'
import { wordEdit } from './word-edit.ts'

type Typed = Extract<TranscriptCommand, { type: 'replaceWords' }>

/**
 * What somebody is typing, kept on the device before it is sent: a page that is killed comes to no pause. Each text has an id of
 * its own, which it is sent with: whoever finds it here when the page is gone, or only seems so, and sends it, sends it once.
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

  /** @param newId for what was not kept before */
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

  /** Under which id an edit lies here; undefined where it does not. */
  idOf({ lineId, baseVersion, from, to, text }: Omit<Typed, 'id'>): string | undefined {
    const typed = this.#byLine.get(lineId)
    const isIt = typed?.baseVersion === baseVersion && typed.from === from && typed.to === to
    return isIt && typed.text === text ? typed.id : undefined
  }

  /** It is kept otherwise now, or nothing is left of it. @param sentAs the id under which it is still kept */
  end(lineId: string, sentAs?: string): void {
    const typed = this.#byLine.get(lineId)
    if (typed && typed.id !== sentAs) this.#kept.forget(typed.id)
    this.#byLine.delete(lineId)
  }
}
