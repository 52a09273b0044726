import { appendFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Tx } from '../../../db/actor.ts'
import type { Taken } from '../take-rows.ts'

const role = z.enum(['original', 'playback', 'poster', 'peaks', 'book'])
const at = z.string().nullable()
const checkOutcome = z.enum(['intact', 'hashed', 'changed', 'missing', 'put back'])

/**
 * What the rows know of one stored file. Playback copies are included, although they are not in the archive, because
 * they can be made again.
 */
export const provenance = z.object({
  id: z.string(),
  /** The path in the archive; null for a file that is not in it. */
  path: z.string().nullable(),
  role,
  /** The name that its owner gave it. */
  name: z.string(),
  mimeType: z.string(),
  /** The hash from the time it was kept, if one was recorded. */
  sha256: z.string().nullable(),
  /** The file that it was made from. */
  sourceId: z.string().nullable(),
  /** When it was recorded; null for a file that is not a recording. */
  startedAt: at,
  endedAt: at,
  createdAt: z.string(),
  /** When its bytes were first read again and found right. */
  verifiedAt: at,
  /** The times at which it came in with an archive from elsewhere. */
  broughtIn: z.array(z.string()),
  /** What the fixity checks found since, consecutive equal outcomes joined (docs/decisions/043). */
  checks: z.array(
    z.object({
      outcome: checkOutcome,
      beganAt: z.string(),
      lastAt: z.string(),
      count: z.number(),
    }),
  ),
  /** The engine that transcribed the recording, and when it was done. */
  heard: z.object({ engine: z.string().nullable(), at: z.string() }).nullable(),
})
export type Provenance = z.infer<typeof provenance>
type Noted = Omit<Provenance, 'path'>

type Work = { tx: Tx; userId: string; taken: Taken; file: string }

const BATCH = 500
const nil = '00000000-0000-0000-0000-000000000000'

/** Records what happened to every file of the archive, as one JSON object a line. */
export async function noteProvenance(work: Work): Promise<void> {
  await writeFile(work.file, '')
  for await (const rows of mediaOf(work)) await note(work, rows.map(provenanceOf))
  await note(work, await booksOf(work))
}

async function note({ taken, file }: Work, rows: Noted[]): Promise<void> {
  const kept = rows
    .map((row) => ({ ...row, path: row.role === 'playback' ? null : (taken.mediaPaths.get(row.id) ?? null) }))
    .filter(
      (row) => row.path !== null || (row.role === 'playback' && taken.mediaPaths.has(row.sourceId ?? '')),
    )
  if (kept.length > 0) await appendFile(file, kept.map(inOneLine).join(''))
}

async function* mediaOf({ tx, userId }: Work) {
  let last = nil
  for (;;) {
    const rows = await mediaAfter(tx, userId, last)
    const checks = rows.length === 0 ? [] : await checksOf(tx, userId, rows)
    const byMedia = Map.groupBy(checks, ({ media_id }) => media_id)
    yield rows.map((row) => ({ ...row, checks: byMedia.get(row.id) ?? [] }))
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

const mediaAfter = (tx: Tx, userId: string, last: string) =>
  tx
    .selectFrom('media')
    .leftJoin('recordings', (join) =>
      join
        .onRef('recordings.user_id', '=', 'media.user_id')
        .onRef('recordings.original_media_id', '=', 'media.id'),
    )
    .leftJoin('transcripts', (join) =>
      join
        .onRef('transcripts.user_id', '=', 'recordings.user_id')
        .onRef('transcripts.id', '=', 'recordings.id')
        .on('transcripts.state', '=', 'completed'),
    )
    .where('media.user_id', '=', userId)
    .where('media.state', '=', 'stored')
    .where('media.id', '>', last)
    .orderBy('media.id')
    .limit(BATCH)
    .select(['media.id', 'media.role', 'media.file_name', 'media.mime_type', 'media.sha256'])
    .select(['media.source_media_id', 'media.created_at', 'media.verified_at', 'media.brought_in'])
    .select(['recordings.started_at', 'recordings.ended_at', 'transcripts.engine'])
    .select((of) =>
      of
        .selectFrom('transcript_pieces as piece')
        .whereRef('piece.user_id', '=', 'transcripts.user_id')
        .whereRef('piece.transcript_id', '=', 'transcripts.id')
        .select((to) => to.fn.max('piece.done_at').as('at'))
        .as('heard_at'),
    )
    .execute()

const checksOf = (tx: Tx, userId: string, rows: { id: string }[]) =>
  tx
    .selectFrom('fixity_history')
    .where('user_id', '=', userId)
    .where(
      'media_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('media_id')
    .orderBy('began_at')
    .select(['media_id', 'outcome', 'began_at', 'last_at', 'checks'])
    .execute()

type MediaRow = Awaited<ReturnType<typeof mediaAfter>>[number] & {
  checks: Awaited<ReturnType<typeof checksOf>>
}

function provenanceOf(row: MediaRow): Noted {
  return {
    id: row.id,
    role: role.parse(row.role),
    name: row.file_name,
    mimeType: row.mime_type,
    sha256: row.sha256,
    sourceId: row.source_media_id,
    startedAt: isoOf(row.started_at),
    endedAt: isoOf(row.ended_at),
    createdAt: row.created_at.toISOString(),
    verifiedAt: isoOf(row.verified_at),
    broughtIn: row.brought_in.map((at) => at.toISOString()),
    checks: row.checks.map((run) => ({
      outcome: checkOutcome.parse(run.outcome),
      beganAt: run.began_at.toISOString(),
      lastAt: run.last_at.toISOString(),
      count: run.checks,
    })),
    heard: row.heard_at && { engine: row.engine, at: row.heard_at.toISOString() },
  }
}

async function booksOf({ tx, userId }: Work): Promise<Noted[]> {
  const books = await tx
    .selectFrom('storybook_exports')
    .where('user_id', '=', userId)
    .where('state', '=', 'completed')
    .orderBy('id')
    .select(['id', 'file_name', 'mime_type', 'sha256', 'created_at'])
    .execute()
  return books.map((row) => ({
    id: row.id,
    role: 'book',
    name: row.file_name,
    mimeType: row.mime_type,
    sha256: row.sha256,
    sourceId: null,
    startedAt: null,
    endedAt: null,
    createdAt: row.created_at.toISOString(),
    verifiedAt: null,
    broughtIn: [],
    checks: [],
    heard: null,
  }))
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** `readLines` also ends a line at U+2028 and U+2029, which JSON leaves unescaped, so they are escaped here. */
const inOneLine = (row: Provenance): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
