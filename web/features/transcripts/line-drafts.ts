import { applyToLine } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TypedOn } from './edits-here.ts'
import { withIntents } from './pending-edits.ts'
import { changeBetween, type WordEdit, wordEdit } from './word-edit.ts'

/** A line is sent this long after the last key. */
const TYPING_PAUSE_MS = 700
/** While somebody types, their text is kept on the device this often, even if they never pause. */
const KEEP_EACH_MS = 1_000

/** A line's text while somebody types in it, or until that text is on its way. */
type LineDraft = {
  /** The line that the text was made from. */
  base: TranscriptLine
  text: string
  isOpen: boolean
  /** Called when the text is replaced while the person is in the field. */
  onText: (text: string) => void
  /** Runs until the pause after the last key: while it is set, the latest text is neither sent nor kept. */
  timer: ReturnType<typeof setTimeout> | undefined
  /** Runs while there is text that is not yet kept on the device. */
  keeping: ReturnType<typeof setTimeout> | undefined
}

type DraftsParts = {
  /** A line as it is shown at present. */
  lineOf: (id: string) => TranscriptLine | undefined
  /** Whether an edit of that line is on its way: the next edit waits for its answer. */
  isBusy: (id: string) => boolean
  send: (base: TranscriptLine, edit: WordEdit, typed: string) => void
  /** Keeps text that cannot be sent yet, because an edit of the line is on its way. */
  typeOn: (base: TranscriptLine, text: string) => void
  /** Keeps text that should not be sent yet, because the person is still typing it. */
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

  /** Whether a line holds typed text that has not been sent: to undo that is left to the browser's own undo. */
  isDirty(lineId: string): boolean {
    const draft = this.#drafts.get(lineId)
    return draft !== undefined && isDirty(draft)
  }

  /** Called when somebody begins to type in a line. Returns the text to begin with. */
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

  /**
   * Called on every key, so it does no more than store the text and restart the timer. Only the first key after a pause fires `changed`:
   * from then on not everything is saved.
   */
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

  /** Called when the person leaves the line. */
  close(lineId: string): void {
    const draft = this.#drafts.get(lineId)
    if (!draft) return
    draft.isOpen = false
    draft.onText = () => undefined
    this.save(lineId)
    this.#tidy(lineId, draft)
    this.#parts.changed()
  }

  /**
   * Sends what was typed. If an edit of the same line is on its way, the text is only kept until that edit's answer arrives, and is sent
   * then.
   */
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

  /** Keeps the draft without sending it: each edit sent is one step of Undo, and there is not to be a step every second. */
  #keep(draft: LineDraft): void {
    draft.keeping = undefined
    const { base, text } = draft
    if (this.#parts.isBusy(base.id)) this.#parts.typeOn(base, text)
    else this.#parts.keepTyping(base, text)
  }

  saveAll(): void {
    for (const lineId of [...this.#drafts.keys()]) this.save(lineId)
  }

  /** Discards the draft of a line. Returns its text if that had not been sent, null otherwise. */
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
   * Called when the server has answered an edit of a line: what was typed since is rebased onto the line as it is now, over what others
   * did to it.
   * @param expected the line as it would stand without edits by others; null if the edit did not change its words
   * @returns the typed text if others changed the same words or the line is gone; null if all is well
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
   * The same for an edit left by an earlier visit, of which only the text typed on after it is known. The person may have that line open
   * again.
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

  /** Types a text anew over a line that is open in the editor; returns false if it is not open. */
  retype(line: TranscriptLine, text: string): boolean {
    const draft = this.#drafts.get(line.id)
    if (!draft?.isOpen) return false
    draft.base = line
    exchange(draft, text)
    this.save(line.id)
    return true
  }

  /** Others have changed a line. Unsent text keeps the version it was typed over, and the server rebases it onto their edit. */
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

  /** A line was joined to another: text typed in it is sent, and the server either moves it to the joined line or refuses it. */
  lineIsGone(lineId: string): void {
    this.save(lineId)
    if (!this.isDirty(lineId)) this.#drafts.delete(lineId)
  }

  /** The lines, showing unsent text also in lines that the person has already left. */
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

/** Stops a draft's timers; returns whether the person was typing. */
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

/** The typed text rebased over what others did to the line; null if both changed the same words. */
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
