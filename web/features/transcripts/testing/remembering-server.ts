import { expect } from 'vitest'
import { TranscriptModel } from '#contract/testing/transcript-model.ts'
import type { Edit, Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import { inverse, linesOfChange } from '#contract/transcript-edits.ts'
import { findAndReplace } from '#contract/transcript-find.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { positionOf } from '#contract/transcript-position.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TranscriptChange } from '#contract/transcripts.ts'
import { intentOf } from '../pending-edits.ts'
import type { TranscriptServer } from '../transcript-server.ts'

export const told = ['We came to Odesa', 'my mother caried a red suit case', 'and that was all']

/** A fake `TranscriptServer` in memory that applies the transcript's real rules. */
export class RememberingServer implements TranscriptServer {
  readonly model = new TranscriptModel(told.map(lineOf), [
    { key: '1', name: '', mergedInto: null, version: 0 },
    { key: '2', name: '', mergedInto: null, version: 0 },
  ])
  readonly sent: TranscriptCommand[] = []
  readonly #edits: (Edit & { id: string; groupId: string; authorId: string })[] = []
  isAway = false
  /** Carries out each request, but loses the answer. */
  loses = false
  isTooMuch = false
  /** Nothing that is to be replaced everywhere arrives here. */
  losesReplacing = false
  /** This many requests for lines stay unanswered. */
  linesLost = 0
  /** The story of the transcript has been deleted. */
  isGone = false
  #held: Promise<void> | null = null
  #linesHeld: Promise<void> | null = null
  #ids = 0

  nextId = () => {
    this.#ids += 1
    return this.#ids
  }
  said = () => this.model.lines.map((line) => textOf(line.words))
  figures = () => ({
    version: this.model.version,
    speakers: [...this.model.speakers],
    lineCount: this.model.lines.length,
  })

  /** Holds back all answers until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }

  /** Reads the lines at the time of the request, but holds back the answer until the returned function is called. */
  holdLines(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#linesHeld = promise
    return resolve
  }

  others(intent: Parameters<TranscriptModel['edit']>[0]): void {
    this.#keep(this.model.edit(intent, this.model.version), `other-${this.nextId()}`, null, 'somebody else')
  }

  lines: TranscriptServer['lines'] = async (cursor) => {
    if (this.linesLost > 0) {
      this.linesLost -= 1
      throw new TypeError('nobody answers')
    }
    const rest = this.model.lines.filter((line) => line.position > cursor)
    await this.#linesHeld
    return { items: rest.slice(0, 2), nextCursor: rest.length > 2 ? (rest[1]?.position ?? null) : null }
  }
  since: TranscriptServer['since'] = async (version) => {
    if (this.isAway) throw new TypeError('nobody answers')
    return this.isTooMuch ? null : this.#changeSince(version)
  }

  edit: TranscriptServer['edit'] = async (commands) => {
    if (this.isAway) throw new TypeError('nobody answers')
    if (this.isGone) throw Object.assign(new Error('no such transcript'), { code: 'NOT_FOUND' })
    this.sent.push(...commands)
    const before = this.model.version
    const [first] = commands
    for (const command of commands) {
      if (this.#edits.some(({ id }) => id === command.id)) continue
      const edit = this.model.edit(intentOf(command), command.baseVersion)
      if (typeof edit === 'string') throw this.#conflict(command, edit)
      this.#keep(edit, command.id, first?.id ?? command.id, 'me')
    }
    await this.#held
    if (this.loses) throw new TypeError('nobody answers')
    return this.#changeSince(before)
  }
  undo: TranscriptServer['undo'] = async ({ editId, groupId }) => {
    const again = this.#edits.find((each) => each.groupId === editId)
    const before = again ? again.version - 1 : this.model.version
    const edits = again ? [] : this.#edits.filter((each) => each.groupId === groupId).reverse()
    if (!again && edits.length === 0) throw Object.assign(new Error('no such edit'), { code: 'NOT_FOUND' })
    for (const { version, change } of edits) {
      const undoing = this.model.undo(version)
      if (typeof undoing === 'string') throw this.#conflict({ id: editId, ...inverse(change) }, undoing)
      this.#keep(undoing, `${editId}-${version}`, editId, 'me')
    }
    await this.#held
    if (this.loses) throw new TypeError('nobody answers')
    return this.#changeSince(before)
  }
  replaceAll: TranscriptServer['replaceAll'] = async ({ editId, find, replacement, ...options }) => {
    if (this.losesReplacing) throw new TypeError('nobody answers')
    const isKnown = this.#edits.some((each) => each.groupId === editId)
    for (const line of isKnown ? [] : this.model.lines)
      for (const found of findAndReplace(line.words, find, replacement, options)) {
        const intent = { type: 'replaceWords' as const, lineId: line.id, ...found }
        this.#keep(this.model.edit(intent, this.model.version), `${editId}-${this.nextId()}`, editId, 'me')
      }
    if (this.loses) throw new TypeError('nobody answers')
    const { length } = this.#edits.filter((each) => each.groupId === editId)
    return { version: this.model.version, replaced: length }
  }
  lastEdits: TranscriptServer['lastEdits'] = async () =>
    this.#edits.toReversed().map((edit) => ({
      ...edit,
      authorName: '',
      at: '2026-11-21T10:00:00Z',
      type: edit.change.type,
      lineIds: linesOfChange(edit.change),
      before: '',
      after: '',
      undone: this.#edits.some(({ undoes }) => undoes === edit.version),
    }))

  #keep(edit: ReturnType<TranscriptModel['edit']>, id: string, groupId: string | null, authorId: string) {
    if (typeof edit === 'string') throw new Error(edit)
    expect(inverse(edit.change)).toBeTruthy()
    this.#edits.push({ ...edit, id, groupId: groupId ?? id, authorId })
  }

  #changeSince(version: number): TranscriptChange {
    const touched = this.#edits
      .filter((edit) => edit.version > version)
      .flatMap((edit) => linesOfChange(edit.change))
    const lines = this.model.lines.filter(({ id }) => touched.includes(id))
    const removed = touched.filter((id) => !lines.some((line) => line.id === id))
    return { version: this.model.version, lines, removed, speakers: [...this.model.speakers] }
  }

  #conflict(command: { id: string } & Intent, refusal: string) {
    const lineId = 'lineId' in command ? command.lineId : ''
    const lines = this.model.lines.filter(({ id }) => id === lineId)
    const data = { commandId: command.id, refusal, version: this.model.version, lines }
    return Object.assign(new Error(refusal), { code: 'TRANSCRIPT_CONFLICT', data })
  }
}

function lineOf(text: string, index: number): TranscriptLine {
  const within = { startMs: index * 1_000, endMs: index * 1_000 + 900 }
  return {
    id: `line-${index}`,
    position: positionOf(index * 10_000),
    speaker: '1',
    language: 'en',
    ...within,
    words: spread(tokensOf(text), within),
    reading: null,
    readingIsOld: false,
    version: 0,
  }
}
