import { applyToLine, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import type { Transcript, TranscriptChange } from '#contract/transcripts.ts'
import { isPassing, situationOf } from '../../lib/errors.ts'
import { insistently } from '../../lib/insistently.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { EditQueue, type Saving } from './edit-queue.ts'
import type { Refused } from './edits-here.ts'
import { idsUntilAnswered } from './ids-until-answered.ts'
import type { KeptEdits } from './kept-edits.ts'
import { LineDrafts } from './line-drafts.ts'
import type { LineList } from './line-list.ts'
import { LinePages } from './line-pages.ts'
import { type PendingEdit, speakersWith, withIntents } from './pending-edits.ts'
import { RefusedWords } from './refused-words.ts'
import { conflictOf, type Replacing, type TranscriptServer } from './transcript-server.ts'
import { UndoSteps } from './undo-steps.ts'
import { changeBetween, wordEdit } from './word-edit.ts'

export type Snapshot = {
  lines: readonly TranscriptLine[]
  speakers: readonly TranscriptSpeaker[]
  /** Whether every line has been read. */
  isComplete: boolean
  loadFailure: unknown
  saving: Saving
  refused: readonly Refused[]
  canRedo: boolean
}

export type SessionParts = {
  server: TranscriptServer
  kept: KeptEdits
  newId: () => string
  /** The person's own id: Undo takes back only what they did. */
  personId: string
}

/**
 * One person's work on one transcript. Merges three things into one view: the server's state, the person's edits still on their way, and
 * what they are typing. Typed text is never dropped silently: it is sent, kept on the device, or shown as refused.
 */
export class TranscriptSession {
  readonly #parts: SessionParts
  readonly #pages: LinePages
  readonly #queue: EditQueue
  readonly drafts: LineDrafts
  #speakers: readonly TranscriptSpeaker[]
  /** Every change up to this version has been applied. */
  #seen: number
  /** The newest version that the server has announced. */
  #told: number
  readonly #refused: RefusedWords
  readonly #steps: UndoSteps
  /**
   * The id under which typed text was first kept, by line and text: if two tabs send the same text, they use one id
   * and it is applied once.
   */
  readonly #idsOfTyped = new Map<string, string>()
  readonly #underOneId: ReturnType<typeof idsUntilAnswered>
  readonly view: Store<Snapshot>

  constructor({ speakers, version }: Pick<Transcript, 'speakers' | 'version'>, parts: SessionParts) {
    this.#parts = parts
    this.#speakers = speakers
    this.#seen = version
    this.#told = version
    this.#underOneId = idsUntilAnswered(parts.newId, (id) => this.#steps.isTakenBack(id))
    this.#refused = new RefusedWords(parts.kept, parts.newId)
    this.#steps = new UndoSteps(parts, {
      flush: () => this.flush(),
      takeIn: (change) => this.#takeIn(change),
      changed: () => this.#tell(),
    })
    this.#pages = new LinePages(parts.server, () => this.#tell())
    this.#queue = new EditQueue(parts.server, parts.kept, {
      accepted: (edit, answer) => this.#accepted(edit, answer),
      refused: (edit, error) => this.#wasRefused(edit, error),
      changed: () => this.#tell(),
    })
    this.drafts = new LineDrafts({
      lineOf: (id) => this.view.get().lines.find((line) => line.id === id),
      isBusy: (id) => this.#queue.isAbout(id),
      send: (base, edit, typed) => this.#replaceWords(base, edit, typed),
      typeOn: (base, text) => this.#queue.typeOn(base, text, parts.newId()),
      keepTyping: (base, text) => this.#queue.typing.keep(base, text, parts.newId()),
      changed: () => this.#tell(),
    })
    this.view = createStore(this.#look())
  }

  get #list(): LineList {
    return this.#pages.list
  }

  /** Sends what an earlier visit left behind, and repeats what could not be sent or loaded before. */
  retry(): void {
    this.#queue.start()
    this.#pages.readOn()
  }

  /** Sends what is being typed and stops the automatic retries; unconfirmed edits stay kept on the device. */
  close(): void {
    this.drafts.saveAll()
    this.drafts.stop()
    this.#queue.stop()
  }

  /** Takes in a new answer for the transcript itself: others may have edited it, or more of it may have been transcribed. */
  hear({ version, speakers, lineCount }: Pick<Transcript, 'version' | 'speakers' | 'lineCount'>): void {
    this.#takeSpeakers(speakers)
    if (lineCount > this.#list.lines.length) this.#list.expectMore()
    this.#told = Math.max(this.#told, version)
    this.#tell()
    if (version > this.#seen) this.#catchUp()
  }

  /** Loads pages until `isEnough` says so, there are no more, or the server does not answer. */
  loadUntil(isEnough: (lines: readonly TranscriptLine[]) => boolean): Promise<void> {
    return this.#pages.loadUntil(isEnough)
  }

  /**
   * Applies intents to lines or speakers as the person sees them; the intents of one call are undone together. First
   * waits for all earlier edits to be confirmed, because a command names the version that it was based on.
   * @returns whether the server has accepted the intents
   */
  async perform(...intents: Intent[]): Promise<boolean> {
    const id = await this.#carryOut(intents)
    return id !== null && this.#steps.isDone(id)
  }

  /**
   * Like `perform`.
   * @returns whether the server has accepted the intents, or they are kept here and sent once it answers
   */
  async performOrKeep(...intents: Intent[]): Promise<boolean> {
    const id = await this.#carryOut(intents)
    return id !== null && (this.#steps.isDone(id) || this.#queue.pending.some((edit) => edit.id === id))
  }

  async #carryOut(intents: readonly Intent[]): Promise<string | null> {
    const seen = this.view.get().lines
    if (!(await this.flush())) return null
    const carried = intents.flatMap((intent) => this.#carriedSince(intent, seen) ?? [])
    if (carried.length < intents.length) {
      this.#refuse({ lineId: null, typed: null, refusal: 'OVERLAP' })
      return null
    }
    const commands = carried.map((intent) => this.#commandOf(intent))
    const id = this.#queue.push(commands, null, this.#expected(carried))
    await this.#queue.send()
    return id
  }

  /** Sends everything that was typed; resolves to whether all of it has arrived. */
  async flush(): Promise<boolean> {
    this.drafts.saveAll()
    while (this.#queue.pending.length > 0) {
      await this.#queue.send()
      if (this.#queue.saving.failure !== null) return false
      this.drafts.saveAll()
    }
    return true
  }

  /**
   * Takes back the person's last edit. Resolves to the resulting change; null if there was none, or earlier edits
   * could not be sent first.
   */
  undo(): Promise<TranscriptChange | null> {
    return this.#steps.undo()
  }

  /** Redoes what Undo took back last. */
  redo(): Promise<TranscriptChange | null> {
    return this.#steps.redo()
  }

  /**
   * Takes back any step of the history, whoever made it.
   * @throws why earlier edits could not be sent first, or why the server refuses
   */
  async undoEdit(groupId: string): Promise<TranscriptChange> {
    const change = await this.#steps.undoEdit(groupId)
    if (change === null) throw this.#queue.saving.failure
    return change
  }

  /** Replaces a text throughout the transcript. Resolves to the number of replacements; null if earlier edits could not be sent first. */
  async replaceAll(replacing: Replacing): Promise<number | null> {
    if (!(await this.flush())) return null
    const ask = async (editId: string) => {
      try {
        return await this.#parts.server.replaceAll({ ...replacing, editId })
      } catch (error) {
        if (isPassing(error)) this.#steps.perhapsDid(editId)
        throw error
      }
    }
    const [editId, { version, replaced }] = await this.#underOneId(JSON.stringify(replacing), ask)
    this.#told = Math.max(this.#told, version)
    if (replaced > 0) this.#steps.did(editId)
    await this.#catchUp()
    return replaced
  }

  /** The person has read about the refused edit. */
  dismiss(id: string): void {
    this.#refused.dismiss(id)
    this.#tell()
  }

  /** The person prefers their own text to what others wrote: it is made into a new edit of the line as it is now. */
  insist({ id, lineId, typed }: Refused): void {
    this.dismiss(id)
    const line = lineId === null ? undefined : this.#list.get(lineId)
    const edit = line && typed !== null ? wordEdit(line.words, typed) : null
    if (!line || !edit || typed === null) return
    if (!this.drafts.retype(line, typed)) this.#replaceWords(line, edit, typed)
  }

  #replaceWords(
    base: TranscriptLine,
    edit: { from: number; to: number; text: string },
    typed: string | null,
  ): void {
    const intent = { type: 'replaceWords' as const, lineId: base.id, ...edit }
    const applied = applyToLine(intent, base, null, base.version)
    if (typeof applied === 'string') {
      // Not kept again as refused: the text is still in the line's field, and kept as text being typed there.
      this.#refuse({ lineId: base.id, typed, refusal: applied }, false)
      return
    }
    const known = this.#idsOfTyped.get(`${base.id} ${typed}`)
    this.#idsOfTyped.delete(`${base.id} ${typed}`)
    const asked = { ...intent, baseVersion: base.version }
    const id = known ?? this.#queue.typing.idOf(asked) ?? this.#parts.newId()
    this.#queue.push([{ ...asked, id }], typed, applied.lines)
    this.#queue.send()
  }

  #accepted(edit: PendingEdit, answer: TranscriptChange): void {
    this.#steps.did(edit.id)
    const isNext = answer.version === this.#seen + edit.commands.length
    if (isNext) this.#seen = answer.version
    this.#list.apply(answer)
    this.#takeSpeakers(answer.speakers)
    this.#tell()
    this.#goOnTyping(edit, answer)
    for (const expected of edit.expected) {
      const now = answer.lines.find(({ id }) => id === expected.id)
      const typed = this.drafts.goOn(expected.id, edit.typed === null ? null : expected, now)
      if (typed !== null) this.#refuse({ lineId: now?.id ?? null, typed, refusal: 'OVERLAP' })
    }
    // So far this text was kept along with its edit; now it is kept as an edit of its own, without a moment in which only this page has it.
    for (const { lineId } of edit.typedOn) this.drafts.save(lineId)
    this.#tell()
    // Other people's edits came in between, and the answer does not contain them.
    if (!isNext) this.#catchUp()
  }

  #goOnTyping({ subjects, expected, typedOn }: PendingEdit, { lines }: TranscriptChange): void {
    for (const { lineId, text, id } of typedOn) this.#idsOfTyped.set(`${lineId} ${text}`, id)
    for (const lineId of subjects.filter((subject) => !expected.some(({ id }) => id === subject))) {
      const now = lines.find(({ id }) => id === lineId)
      const left = typedOn.find((one) => one.lineId === lineId)
      const typed = this.drafts.goOnFrom(left, lineId, now)
      if (typed !== null) this.#refuse({ lineId: now?.id ?? null, typed, refusal: 'OVERLAP' })
    }
  }

  #wasRefused(edit: PendingEdit, error: unknown): void {
    const conflict = conflictOf(error)
    const [subject = ''] = edit.subjects
    if (conflict) this.#list.apply({ ...conflict, removed: [] })
    this.#tell()
    const draft = this.drafts.drop(subject)
    this.#queue.typing.end(subject)
    const typed = draft ?? edit.typedOn.find((one) => one.lineId === subject)?.text ?? edit.typed
    const lineId = conflict?.lines.some((line) => line.id === subject) ? subject : null
    // The text of a transcript in the trash is already set aside on the device until the story is restored.
    const isHereAlone = situationOf(error) !== 'NOT_FOUND'
    this.#refuse({ lineId, typed, refusal: conflict?.refusal ?? null }, isHereAlone)
    this.#catchUp()
  }

  #refuse(refused: Omit<Refused, 'id'>, isHereAlone = true): void {
    this.#refused.add(refused, isHereAlone)
    this.#tell()
  }

  /**
   * Fetches what others have changed since. Nothing waits for the result, but a failed request is repeated: with several servers, the
   * live stream may come from a healthy one, so that no reconnection would announce the change again.
   */
  async #catchUp(): Promise<void> {
    const read = () => this.#readSince()
    // Given up after a minute, or if refused: the next change triggers another attempt.
    await read().catch(() => void insistently(read).catch(() => undefined))
  }

  async #readSince(): Promise<void> {
    const change = await this.#parts.server.since(this.#seen)
    if (change === null) return await this.#readAnew()
    this.#seen = Math.max(this.#seen, change.version)
    this.#takeOthers(change)
  }

  #takeOthers(change: TranscriptChange): void {
    const before = new Map(change.lines.map(({ id }) => [id, this.#list.get(id)]))
    this.#list.apply(change)
    this.#takeSpeakers(change.speakers)
    for (const line of change.lines) {
      const known = before.get(line.id)
      const theirs = known && changeBetween(line.id, known.words, line.words)
      if (theirs && known.version < line.version) this.#queue.carryOver(theirs)
      if (!this.#queue.isAbout(line.id)) this.drafts.follow(line)
    }
    // By a late answer, a line may be gone that is there again: what is typed in it goes on.
    for (const id of change.removed) if (!this.#list.get(id)) this.drafts.lineIsGone(id)
    this.#tell()
  }

  async #takeIn(change: TranscriptChange): Promise<void> {
    this.#takeOthers(change)
    await this.#catchUp()
  }

  /** The server returns no single changes because there are too many: all lines are loaded again. */
  async #readAnew(): Promise<void> {
    const version = this.#told
    if (!(await this.#pages.readAnew())) return
    this.#seen = Math.max(this.#seen, version)
    this.#tell()
    for (const line of this.#list.lines) if (!this.#queue.isAbout(line.id)) this.drafts.follow(line)
  }

  /**
   * The intent rebased onto the lines as the server has them now, if its line has changed since the person saw it;
   * null if it no longer fits.
   */
  #carriedSince(intent: Intent, seen: readonly TranscriptLine[]): Intent | null {
    if (!('lineId' in intent)) return intent
    const before = seen.find((line) => line.id === intent.lineId)
    const now = this.#list.get(intent.lineId)
    if (!before || !now) return now ? intent : null
    const change = changeBetween(now.id, before.words, now.words)
    return change ? rebase(intent, change) : intent
  }

  #commandOf(intent: Intent): TranscriptCommand {
    const subject =
      'lineId' in intent
        ? this.#list.get(intent.lineId)
        : this.#speakers.find(({ key }) => key === intent.speaker)
    return { ...intent, id: this.#parts.newId(), baseVersion: subject?.version ?? 0 } as TranscriptCommand
  }

  #expected(intents: readonly Intent[]): TranscriptLine[] {
    const touched = new Set(intents.flatMap((intent) => ('lineId' in intent ? [intent.lineId] : [])))
    for (const intent of intents) if ('newId' in intent) touched.add(intent.newId)
    return withIntents(this.#list.lines, intents).filter((line) => touched.has(line.id))
  }

  #takeSpeakers(speakers: readonly TranscriptSpeaker[]): void {
    if (speakers.length === 0) return
    const known = new Map(this.#speakers.map((speaker) => [speaker.key, speaker]))
    for (const speaker of speakers) {
      if ((known.get(speaker.key)?.version ?? -1) <= speaker.version) known.set(speaker.key, speaker)
    }
    this.#speakers = [...known.values()]
  }

  #look(): Snapshot {
    const intents = this.#queue.pending.flatMap(({ shown }) => shown)
    const saving = this.#queue.saving
    return {
      lines: this.drafts.shownIn(withIntents(this.#list.lines, intents)),
      speakers: speakersWith(this.#speakers, intents),
      isComplete: this.#list.isComplete,
      loadFailure: this.#pages.failure,
      saving: saving.state === 'saved' && this.drafts.areDirty ? { ...saving, state: 'saving' } : saving,
      refused: this.#refused.all,
      canRedo: this.#steps.canRedo,
    }
  }

  #tell(): void {
    this.view.set(this.#look())
  }
}
