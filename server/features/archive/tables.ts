import { z } from 'zod'
import { damageKind } from '#contract/fixity.ts'
import { limits } from '#contract/limits.ts'
import { transcriptWord } from '#contract/transcript-words.ts'
import { bookTables } from './book-tables.ts'
import {
  accountName,
  file,
  hashOrNull,
  id,
  idOrNull,
  json,
  long,
  mimeType,
  moment,
  momentOrNull,
  nameOrNull,
  short,
  whole,
  wholeOrNull,
  word,
  wordOrNull,
  yes,
} from './columns.ts'

export type ArchiveTable = {
  /** The columns that the archive has. All others belong to the instance, or can be derived from these. */
  row: z.ZodObject
  /** Which rows are taken; all of them where this is not given. */
  takes?: (row: Record<string, unknown>) => boolean
  /** References that become null when the row that they name is not in the archive. */
  loose?: string[]
  /**
   * Columns that say who did something. The account's own person is kept; others may not exist elsewhere and are replaced
   * by this value.
   */
  people?: Record<string, null | typeof nobody>
}

/** Stands for a person whose account is not part of the archive. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const words = z.array(transcriptWord)
/** Words as an engine heard them, with their speaker. Only lines, not segments, mark what a person has written. */
const heardWords = z.array(
  z.object({
    text: z.string(),
    startMs: z.number().nonnegative(),
    endMs: z.number().nonnegative(),
    confidence: z.number().nullable(),
    speaker: z.string().nullable().default(null),
  }),
)
const made = { created_at: moment, updated_at: moment }
const span = { start_ms: whole, end_ms: whole }

/** Every table that the archive takes, in an order in which each row comes after the rows that it refers to. */
export const archiveTables = {
  stories: {
    row: z.object({
      id,
      title: z.string().min(1).max(limits.title),
      description: z.string().max(limits.description),
      method: word,
      date: short,
      time: short,
      recorded_by: short,
      speakers: z.array(short).max(limits.speakersPerStory),
      location: short,
      tags: z.array(short).max(limits.tagsPerStory),
      context: long,
      deleted_at: momentOrNull,
      ...made,
    }),
  },
  story_notes: {
    row: z.object({ id, story_id: id, text: long, timestamp: short, position: whole, ...made }),
  },
  recordings: {
    row: z.object({
      id,
      story_id: id,
      part: whole,
      kind: word,
      state: word,
      mime_type: mimeType,
      quality: word,
      started_at: moment,
      ended_at: momentOrNull,
      ended_by: wordOrNull,
      next_index: whole,
      received_bytes: whole,
      duration_ms: wholeOrNull,
      claimed_sha256: hashOrNull,
      sha256: hashOrNull,
      original_media_id: id,
      last_chunk_at: moment,
      transcribe: yes,
      track_group: idOrNull,
      offset_ms: wholeOrNull,
      drift_ppm: z.number().nullable(),
      // Older archives lack this column.
      awaits_comparison: yes.default(false),
      ...made,
    }),
    takes: ({ state }) => state !== 'receiving' && state !== 'verifying',
  },
  media: {
    row: z.object({
      id,
      story_id: idOrNull,
      recording_id: idOrNull,
      source_media_id: idOrNull,
      role: z.enum(['original', 'poster', 'peaks']),
      kind: word,
      state: word,
      file_name: z.string().max(limits.fileName),
      mime_type: mimeType,
      size_bytes: whole.nonnegative(),
      sha256: hashOrNull,
      duration_ms: wholeOrNull,
      width: wholeOrNull,
      height: wholeOrNull,
      verified_at: momentOrNull,
      caption: z.string().max(limits.caption),
      position: whole,
      finding: wordOrNull,
      examined_at: momentOrNull,
      // Older archives lack this column.
      brought_in: z.array(moment).max(limits.transfersPerFile).default([]),
      created_at: moment,
      /** Where the bytes lie in the archive; absent only for a file that is known to be missing. */
      file: file.optional(),
      damage: damageKind.optional(),
    }),
    // The copy that seeks is made again from the original. Posters are kept, because books and people are drawn with
    // them.
    takes: ({ state, role }) => state === 'stored' && role !== 'playback',
  },
  transcripts: {
    row: z.object({
      id,
      story_id: id,
      media_id: idOrNull,
      state: word,
      failure: nameOrNull,
      engine: nameOrNull,
      language: nameOrNull,
      pieces_total: wholeOrNull,
      pieces_done: whole,
      counted_ms: whole,
      rescued_at_piece: wholeOrNull,
      // Older archives lack this column.
      own_key_at: momentOrNull.default(null),
      version: whole,
      ...made,
    }),
  },
  transcript_pieces: {
    row: z.object({
      transcript_id: id,
      index: whole,
      ...span,
      language: nameOrNull,
      speakers: json,
      done_at: momentOrNull,
    }),
  },
  transcript_segments: {
    row: z.object({
      id,
      transcript_id: id,
      piece_index: whole,
      speaker: nameOrNull,
      language: nameOrNull,
      ...span,
      words: heardWords,
      created_at: moment,
    }),
  },
  transcript_speakers: {
    row: z.object({ transcript_id: id, key: short, name: short, merged_into: nameOrNull, version: whole }),
  },
  transcript_lines: {
    row: z.object({
      id,
      transcript_id: id,
      story_id: id,
      position: z.string().max(1_000),
      speaker: nameOrNull,
      language: nameOrNull,
      ...span,
      words,
      text: z.string(),
      reading: z.string().nullable(),
      reading_is_old: yes,
      version: whole,
    }),
  },
  transcript_edits: {
    row: z.object({
      id,
      transcript_id: id,
      version: whole,
      group_id: id,
      author_id: id,
      author_name: accountName,
      command: json,
      change: json,
      line_ids: z.array(id),
      undoes: wholeOrNull,
      created_at: moment,
    }),
    people: { author_id: nobody },
  },
  transcript_checks: {
    row: z.object({
      id,
      story_id: id,
      state: word,
      checkers: z.array(short),
      passed_over: z.array(short),
      updated_at: moment,
    }),
  },
  suggestions: {
    row: z.object({
      id,
      transcript_id: id,
      story_id: id,
      type: word,
      origin: word,
      line_id: id,
      line_version: whole,
      edit: json,
      ...span,
      original: long,
      suggested: long,
      context_before: long,
      context_after: long,
      reason: long,
      fingerprint: z.string().max(1_000),
      state: word,
      group_id: idOrNull,
      decided_by: idOrNull,
      decided_at: momentOrNull,
      created_at: moment,
    }),
    people: { decided_by: null },
  },
  family_members: {
    row: z.object({
      id,
      first_name: accountName,
      last_name: accountName,
      relationship: short,
      sex: word,
      birth_name: short,
      date_of_birth: short,
      place_of_birth: short,
      date_of_death: short,
      place_of_death: short,
      is_deceased: yes,
      born_from: wholeOrNull,
      born_to: wholeOrNull,
      died_from: wholeOrNull,
      died_to: wholeOrNull,
      current_location: short,
      email: z.string().max(limits.email),
      phone: short,
      bio: long,
      via_id: idOrNull,
      portrait_media_id: idOrNull,
      placeholder_key: nameOrNull,
      source_key: z.string().max(1_000).nullable(),
      own_source_keys: z.array(z.string().max(1_000)),
      version: whole,
      ...made,
    }),
    loose: ['portrait_media_id'],
  },
  family_connections: {
    row: z.object({
      id,
      type: word,
      kind: word,
      from_id: id,
      to_id: id,
      label: short,
      start_date: short,
      start_place: short,
      end_date: short,
      is_automatic: yes,
      version: whole,
      ...made,
    }),
  },
  story_readings: {
    row: z.object({
      id,
      state: word,
      origin: wordOrNull,
      model: nameOrNull,
      steps_done: whole,
      steps_total: wholeOrNull,
      failure: nameOrNull,
      updated_at: moment,
      read_at: momentOrNull.default(null),
    }),
  },
  story_proposals: {
    row: z.object({
      id,
      story_id: id,
      kind: word,
      origin: word,
      text: long,
      reworded: yes,
      machine_text: long,
      replaced: long.nullable(),
      position: whole,
      evidence: json,
      transcript_id: idOrNull,
      start_ms: wholeOrNull,
      family_member_id: idOrNull,
      fingerprint: z.string().max(1_000),
      state: word,
      decided_by: idOrNull,
      decided_at: momentOrNull,
      created_at: moment,
    }),
    people: { decided_by: null },
  },
  comments: {
    row: z.object({
      id,
      story_id: id,
      author_id: idOrNull,
      author_name: accountName,
      text: z.string().min(1).max(limits.commentText),
      recording_id: idOrNull,
      at_ms: wholeOrNull,
      created_at: moment,
      edited_at: momentOrNull,
    }),
    takes: ({ deleted_at: deletedAt }) => deletedAt === null,
    // A comment on a moment of a recording that is left out as unfinished becomes a comment on the story.
    loose: ['recording_id'],
    people: { author_id: null },
  },
  prompts: {
    row: z.object({
      id,
      text: z.string().min(1).max(limits.question),
      category: short,
      version: whole,
      copied_from: idOrNull,
      created_at: moment,
    }),
  },
  playlists: {
    row: z.object({
      id,
      name: z.string().min(1).max(limits.playlistName),
      description: z.string().max(limits.playlistDescription),
      version: whole,
      created_at: moment,
    }),
  },
  playlist_prompts: { row: z.object({ playlist_id: id, prompt_id: id, position: whole }) },
  prompt_asks: { row: z.object({ prompt_id: id, story_id: id, asked_at: moment }) },
  weekly_questions: {
    row: z.object({ enabled: yes, time_zone: short, weekday: whole, hour: whole }),
  },
  notice_wishes: { row: z.object({ email: yes, shared: yes, comment: yes, transcript: yes }) },
  ...bookTables,
} satisfies Record<string, ArchiveTable>

export type ArchiveTableName = keyof typeof archiveTables
