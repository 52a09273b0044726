import type { TranscriptChange } from '#contract/transcripts.ts'
import { situationOf } from '../../lib/errors.ts'
import { idsUntilAnswered } from './ids-until-answered.ts'
import type { TranscriptServer } from './transcript-server.ts'

type StepsParts = {
  server: Pick<TranscriptServer, 'undo' | 'lastEdits'>
  newId: () => string
  /** The person's own id: Undo takes back only what they did. */
  personId: string
}

type StepsEvents = {
  /** Sends everything that was typed; resolves to whether all of it has arrived. */
  flush: () => Promise<boolean>
  /** Takes in the change that resulted from an undo or redo. */
  takeIn: (change: TranscriptChange) => Promise<void>
  changed: () => void
}

/** The undo and redo stacks of one person in one transcript. */
export class UndoSteps {
  readonly #parts: StepsParts
  readonly #events: StepsEvents
  readonly #underOneId: ReturnType<typeof idsUntilAnswered>
  #done: string[] = []
  #undone: string[] = []
  /** Those of `#done` of which no answer said that they were made. */
  #unsure = new Set<string>()
  /** Those that can never be taken back, since others have changed the same words: Undo goes on with the one before. */
  #stuck = new Set<string>()
  readonly #takenBack = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: StepsParts, events: StepsEvents) {
    this.#parts = parts
    this.#events = events
    this.#underOneId = idsUntilAnswered(parts.newId)
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  isDone(groupId: string): boolean {
    return this.#done.includes(groupId)
  }

  isTakenBack(groupId: string): boolean {
    return this.#takenBack.has(groupId)
  }

  did(groupId: string): void {
    this.#unsure.delete(groupId)
    this.#done = [...this.#done.filter((id) => id !== groupId), groupId]
    this.#undone = []
    this.#events.changed()
  }

  /** The server did not answer: the edit may have been made, and would then be the last. */
  perhapsDid(groupId: string): void {
    this.did(groupId)
    this.#unsure.add(groupId)
  }

  undo(): Promise<TranscriptChange | null> {
    return this.#inTurn(() => this.#undoLast())
  }

  redo(): Promise<TranscriptChange | null> {
    return this.#inTurn(() => this.#redoLast())
  }

  async undoEdit(groupId: string): Promise<TranscriptChange | null> {
    if (!(await this.#events.flush())) return null
    const { change, editId } = await this.#takeBack(groupId)
    this.did(editId)
    return change
  }

  /** Serialises undo and redo: pressing Undo twice takes back two edits, because the second waits for the first. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  async #undoLast(): Promise<TranscriptChange | null> {
    if (!(await this.#events.flush())) return null
    const groupId = this.#done.at(-1) ?? (await this.#newestOwnEdit())
    if (groupId === null) return null
    const taken = await this.#takeBack(groupId).catch((error: unknown) => {
      if (!this.#unsure.has(groupId) || situationOf(error) !== 'NOT_FOUND') throw error
      this.#done = this.#done.filter((id) => id !== groupId)
      return null
    })
    if (taken === null) return this.#undoLast()
    const { change, editId } = taken
    // Filtered by id rather than popped: another edit may have been made and confirmed meanwhile.
    this.#done = this.#done.filter((id) => id !== groupId)
    this.#undone = [...this.#undone, editId]
    this.#events.changed()
    return change
  }

  async #redoLast(): Promise<TranscriptChange | null> {
    const groupId = this.#undone.at(-1)
    if (groupId === undefined || !(await this.#events.flush())) return null
    const { change, editId } = await this.#takeBack(groupId)
    this.#undone = this.#undone.filter((id) => id !== groupId)
    this.#done = [...this.#done, editId]
    this.#events.changed()
    return change
  }

  async #takeBack(groupId: string): Promise<{ change: TranscriptChange; editId: string }> {
    const ask = (editId: string) => this.#parts.server.undo({ editId, groupId })
    const [editId, change] = await this.#underOneId(groupId, ask).catch((error: unknown) => {
      if (situationOf(error) === 'TRANSCRIPT_CONFLICT') this.#isStuck(groupId)
      throw error
    })
    this.#takenBack.add(groupId)
    await this.#events.takeIn(change)
    return { change, editId }
  }

  #isStuck(groupId: string): void {
    this.#stuck.add(groupId)
    this.#done = this.#done.filter((id) => id !== groupId)
    this.#undone = this.#undone.filter((id) => id !== groupId)
    this.#events.changed()
  }

  async #newestOwnEdit(): Promise<string | null> {
    const edits = await this.#parts.server.lastEdits()
    const own = edits.find(
      ({ authorId, undoes, undone, groupId }) =>
        authorId === this.#parts.personId && undoes === null && !undone && !this.#stuck.has(groupId),
    )
    return own?.groupId ?? null
  }
}
