import { applyToLine } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TypedOn } from './edits-here.ts'
import { withIntents } from './pending-edits.ts'
import { changeBetween, type WordEdit, wordEdit } from './word-edit.ts'

/** So long after the last key a line is sent. */
const TYPING_PAUSE_MS = 700
/** So often what is typed is kept on the device, also where nobody pauses. */
const KEEP_EACH_MS = 1_000

/** A line's text while somebody types in it, or until what they typed is on its way. */
type LineDraft = {
  /** The line that the text was made from. */
  base: TranscriptLine
  text: string
  isOpen: boolean
  /** Told when the text is exchanged under the person's hands. */
  onText: (text: string) => void
  /** Runs while somebody types: what they have typed last is neither sent nor kept yet. */
  timer: ReturnType<typeof setTimeout> | undefined
  /** Runs while something is typed that is not kept yet. */
  keeping: ReturnType<typeof setTimeout> | undefined
}

type DraftsParts = {
  /** A line as it is shown. */
  lineOf: (id: string) => TranscriptLine | undefined
  /** Whether an edit of that line is on its way: the next one waits for its answer. */
  isBusy: (id: string) => boolean
  send: (base: TranscriptLine, edit: WordEdit, typed: string) => void
  /** Keeps what cannot be sent yet. */
  typeOn: (base: TranscriptLine, text: string) => void
  /** Keeps what is not to be sent yet, because somebody is typing it. */
  keepTyping: (base: TranscriptLine, text: string) => void
  changed: () => void
}

/** The texts that a person is typing. */
export class LineDrafts {
  readonly #parts: DraftsParts
  readonly #drafts = new Map<string, LineDraft>()

  constructor(parts: DraftsParts) {
    this.#parts = parts
  }

  get areDirty(): boolean {
    return [...this.#drafts.values()].some(isDirty)
  }

  /** Whether a line holds something typed that has not been sent: the browser's own undo is for that. */
  isDirty(lineId: string): boolean {
    const draft = this.#drafts.get(lineId)
    return draft !== undefined && isDirty(draft)
  }

  /** Somebody begins to type in a line. Answers the text to begin with. */
  open(lineId: string, onText: (text: string) => void): string {
    const known = this.#drafts.get(lineId)
    if (known) {
      Object.assign(known, { isOpen: true, onText })
      return known.text
    }
    const base = this.#parts.lineOf(lineId)
    if (!base) return ''
    const text = textOf(base.words)
    this.#drafts.set(lineId, { base, text, isOpen: true, onText, ...resting })
    return text
  }

  /** All that a key costs: the text is taken and the clock set anew. Only the first after a pause is told: not all is saved any more. */
  type(lineId: string, text: string): void {
    const draft = this.#drafts.get(lineId)
    if (!draft) return
    draft.text = text
    const isFirst = draft.timer === undefined
    clearTimeout(draft.timer)
    draft.timer = setTimeout(() => this.save(lineId), TYPING_PAUSE_MS)
    draft.keeping ??= setTimeout(() => this.#keep(draft), KEEP_EACH_MS)
    if (isFirst) this.#parts.changed()
  }

  /** The person has left the line. */
  close(lineId: string): void {
    const draft = this.#drafts.get(lineId)
    if (!draft) return
    draft.isOpen = false
    draft.onText = () => undefined
    this.save(lineId)
    this.#tidy(lineId, draft)
    this.#parts.changed()
  }

  /** Sends what was typed, unless an edit of the same line is on its way: then its answer sends it, and until then it is kept. */
  save(lineId: string): void {
    const draft = this.#drafts.get(lineId)
    if (!draft) return
    const wasTyped = rest(draft)
    const edit = this.#parts.isBusy(lineId) ? null : wordEdit(draft.base.words, draft.text)
    if (edit) {
      this.#parts.send(draft.base, edit, draft.text)
      return
    }
    this.#keep(draft)
    if (wasTyped) this.#parts.changed()
  }

  /** Nothing is sent for it: what is sent is what Undo takes back. */
  #keep(draft: LineDraft): void {
    draft.keeping = undefined
    const { base, text } = draft
    if (this.#parts.isBusy(base.id)) this.#parts.typeOn(base, text)
    else this.#parts.keepTyping(base, text)
  }

  saveAll(): void {
    for (const lineId of [...this.#drafts.keys()]) this.save(lineId)
  }

  /** Forgets what was typed in a line; answers it if it had not been sent. */
  drop(lineId: string): string | null {
    const draft = this.#drafts.get(lineId)
    if (!draft) return null
    rest(draft)
    const typed = isDirty(draft) ? draft.text : null
    const now = this.#parts.lineOf(lineId)
    if (draft.isOpen && now) {
      draft.base = now
      exchange(draft, textOf(now.words))
    } else this.#drafts.delete(lineId)
    return typed
  }

  stop(): void {
    for (const draft of this.#drafts.values()) rest(draft)
  }

  /**
   * The server has answered to an edit of a line. What was typed since goes on from there, carried over what was done to
   * the line otherwise.
   * @param expected the line as it would stand had nobody else been there; null if the edit was not of its words
   * @returns what was typed, where both changed the same words or the line is gone; null where all is well
   */
  goOn(lineId: string, expected: TranscriptLine | null, now: TranscriptLine | undefined): string | null {
    const draft = this.#drafts.get(lineId)
    if (!draft) return null
    const before = expected ?? draft.base
    const mine = wordEdit(before.words, draft.text)
    if (!now) {
      this.#drafts.delete(lineId)
      return mine && draft.text
    }
    const theirs = changeBetween(lineId, before.words, now.words)
    const text = theirs === null ? draft.text : carriedText(mine, theirs, now)
    const refused = text === null ? draft.text : null
    draft.base = now
    exchange(draft, text ?? textOf(now.words))
    this.#tidy(lineId, draft)
    return refused
  }

  /**
   * The same for an edit that an earlier visit left, of which nothing is known but what was typed on after it. Somebody may be in
   * that line again.
   */
  goOnFrom(left: TypedOn | undefined, lineId: string, now: TranscriptLine | undefined): string | null {
    if (!now) return left && !this.isDirty(lineId) ? left.text : null
    const before = left ? { ...now, words: spread(tokensOf(left.before), now) } : null
    if (left && before && !this.#drafts.has(lineId)) {
      const draft = { base: before, text: left.text, isOpen: false, onText: () => undefined, ...resting }
      this.#drafts.set(lineId, draft)
    }
    return this.goOn(lineId, before, now)
  }

  /** Types a text anew over a line that somebody is in; false where nobody is. */
  retype(line: TranscriptLine, text: string): boolean {
    const draft = this.#drafts.get(line.id)
    if (!draft?.isOpen) return false
    draft.base = line
    exchange(draft, text)
    this.save(line.id)
    return true
  }

  /** Others have changed a line. What was typed is sent as it was meant, and the server carries it over their edit. */
  follow(line: TranscriptLine): void {
    const draft = this.#drafts.get(line.id)
    if (!draft || draft.base.version >= line.version) return
    if (isDirty(draft)) {
      this.save(line.id)
      return
    }
    draft.base = line
    exchange(draft, textOf(line.words))
  }

  /** A line was joined to another: what was typed in it goes there by the server, or is refused. */
  lineIsGone(lineId: string): void {
    this.save(lineId)
    if (!this.isDirty(lineId)) this.#drafts.delete(lineId)
  }

  /** Lines with what was typed in those that nobody is in any more. */
  shownIn(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
    const intents = [...this.#drafts].flatMap(([lineId, draft]) => {
      const line = draft.isOpen || !isDirty(draft) ? undefined : lines.find(({ id }) => id === lineId)
      const edit = line && wordEdit(line.words, draft.text)
      return edit ? [{ type: 'replaceWords' as const, lineId, ...edit }] : []
    })
    return withIntents(lines, intents)
  }

  #tidy(lineId: string, draft: LineDraft): void {
    if (!draft.isOpen && !isDirty(draft)) this.#drafts.delete(lineId)
  }
}

const isDirty = ({ base, text }: LineDraft): boolean => wordEdit(base.words, text) !== null

const resting = { timer: undefined, keeping: undefined }

/** Stops a line's clocks; answers whether somebody was typing. */
function rest(draft: LineDraft): boolean {
  const ran = draft.timer !== undefined
  clearTimeout(draft.timer)
  clearTimeout(draft.keeping)
  Object.assign(draft, resting)
  return ran
}

function exchange(draft: LineDraft, text: string): void {
  if (draft.text === text) return
  draft.text = text
  draft.onText(text)
}

/** What was typed, carried over what others did to the line; null where both changed the same words. */
function carriedText(
  mine: WordEdit | null,
  theirs: NonNullable<ReturnType<typeof changeBetween>>,
  now: TranscriptLine,
): string | null {
  if (mine === null) return textOf(now.words)
  const carried = rebase({ type: 'replaceWords', lineId: now.id, ...mine }, theirs)
  if (carried?.type !== 'replaceWords') return null
  const applied = applyToLine(carried, now, null, now.version)
  return typeof applied === 'string' ? null : textOf(applied.lines[0]?.words ?? [])
}
