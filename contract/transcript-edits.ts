import { z } from 'zod'
import { clientId, id, optionalText, requiredText, rowVersion, speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Cut, FirstHalf, SecondHalf } from '#contract/transcript-lines.ts'
import type { TranscriptWord } from '#contract/transcript-words.ts'

const line = { lineId: id, baseVersion: rowVersion }
/** The reading text that a person writes for a line. */
export const readingText = optionalText(limits.transcriptLineText)
const index = z.int().nonnegative()
/** A speaker within one transcript: the machine's own key, or an id made by the client. */
export const speakerKey = requiredText(60)

/**
 * What a person may ask for. `id` is made by the client, so that an edit sent twice is made once. `baseVersion` is the version of
 * the line or the speaker that the person saw; others may have edited it since.
 */
export const transcriptCommand = z.discriminatedUnion('type', [
  /** Words from..to become the words of `text`; from = to inserts, an empty text deletes. */
  z.object({
    type: z.literal('replaceWords'),
    id: clientId,
    ...line,
    from: index,
    to: index,
    text: optionalText(limits.transcriptLineText),
  }),
  z.object({ type: z.literal('split'), id: clientId, ...line, at: index, newId: clientId }),
  z.object({ type: z.literal('join'), id: clientId, ...line, nextId: id }),
  z.object({ type: z.literal('setSpeaker'), id: clientId, ...line, speaker: speakerKey.nullable() }),
  /** null returns to the derived text. */
  z.object({
    type: z.literal('setReading'),
    id: clientId,
    ...line,
    text: readingText.nullable(),
  }),
  /** Names a speaker everywhere; an unknown key adds a speaker. */
  z.object({
    type: z.literal('nameSpeaker'),
    id: clientId,
    speaker: speakerKey,
    baseVersion: index,
    name: speakerName,
  }),
  /** Gives every line of one speaker to another; null separates the two again. */
  z.object({
    type: z.literal('mergeSpeaker'),
    id: clientId,
    speaker: speakerKey,
    baseVersion: index,
    into: speakerKey.nullable(),
  }),
])
export type TranscriptCommand = z.infer<typeof transcriptCommand>

/** A command without its envelope, or the inverse of an edit. */
export type Intent =
  | { type: 'replaceWords'; lineId: string; from: number; to: number; text: string }
  | {
      type: 'restoreWords'
      lineId: string
      from: number
      to: number
      words: TranscriptWord[]
      /** Whether the reading text is outdated once these words are back. */
      isOld: boolean
    }
  | { type: 'split'; lineId: string; at: number; newId: string }
  | {
      type: 'unjoin'
      lineId: string
      at: number
      newId: string
      first: Cut<FirstHalf>
      second: Cut<SecondHalf>
    }
  | { type: 'join'; lineId: string; nextId: string; reading?: string | null | undefined }
  | { type: 'setSpeaker'; lineId: string; speaker: string | null }
  | { type: 'setReading'; lineId: string; text: string | null; isOld?: boolean | undefined }
  | { type: 'nameSpeaker'; speaker: string; name: string }
  | { type: 'mergeSpeaker'; speaker: string; into: string | null }

/** What an edit did: enough to undo it, and to rebase other people's edits over it. */
export type Change =
  | {
      type: 'words'
      lineId: string
      from: number
      removed: TranscriptWord[]
      inserted: TranscriptWord[]
      /** Whether the reading text was outdated before; null where the line had none, absent in edits of earlier releases. */
      wasOld?: boolean | null
    }
  | { type: 'split'; lineId: string; at: number; newId: string; reading: string | null }
  | { type: 'join'; lineId: string; removedId: string; at: number; first: FirstHalf; second: SecondHalf }
  | { type: 'speaker'; lineId: string; before: string | null; after: string | null }
  | { type: 'reading'; lineId: string; before: string | null; wasOld: boolean; after: string | null }
  | { type: 'speakerName'; speaker: string; before: string; after: string }
  | { type: 'speakerMerge'; speaker: string; before: string | null; after: string | null }

/** A change at its place in the transcript's history; `undoes` is the version of the edit that it undid. */
export type Edit = { version: number; change: Change; undoes: number | null }

/** The lines that a change touched; edits of these lines have to be rebased over it. */
export function linesOfChange(change: Change): string[] {
  switch (change.type) {
    case 'split':
      return [change.lineId, change.newId]
    case 'join':
      return [change.lineId, change.removedId]
    case 'speakerName':
    case 'speakerMerge':
      return []
    default:
      return [change.lineId]
  }
}

/** The intent that undoes a change, to be applied right after it. */
export function inverse(change: Change): Intent {
  switch (change.type) {
    case 'words': {
      const { lineId, from, removed: words, inserted, wasOld } = change
      // If the line had no reading text then, any it has now was written for the words that are being replaced, so it is outdated.
      return { type: 'restoreWords', lineId, from, to: from + inserted.length, words, isOld: wasOld ?? true }
    }
    case 'split':
      return { type: 'join', lineId: change.lineId, nextId: change.newId, reading: change.reading }
    case 'join': {
      const { lineId, at, removedId, first, second } = change
      return { type: 'unjoin', lineId, at, newId: removedId, first, second }
    }
    case 'speaker':
      return { type: 'setSpeaker', lineId: change.lineId, speaker: change.before }
    case 'reading':
      return { type: 'setReading', lineId: change.lineId, text: change.before, isOld: change.wasOld }
    case 'speakerName':
      return { type: 'nameSpeaker', speaker: change.speaker, name: change.before }
    case 'speakerMerge':
      return { type: 'mergeSpeaker', speaker: change.speaker, into: change.before }
  }
}
