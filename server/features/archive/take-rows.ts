import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { extensionOf, splitName } from '../../media/file-extension.ts'
import { proposalsAsTold } from '../story-proposals/story-proposals.ts'
import { damagedOf } from './damage.ts'
import type { ArchiveDraft, Kept } from './draft.ts'
import { rowsFolder } from './manifest.ts'
import { fileNameOf } from './names.ts'
import { type ArchiveTable, type ArchiveTableName, archiveTables } from './tables.ts'

export type Row = Record<string, unknown>

const BATCH = 200

/** What was written of the rows: how many there are, and where each story and each file lies in the archive. */
export type Taken = {
  counts: Record<string, number>
  /** Folder of each story that is not in the trash, by its id. */
  storyFolders: Map<string, string>
  /** Path of each stored file, by the id of its row. */
  mediaPaths: Map<string, string>
  /** Recordings that were left out because they are still being received or verified. */
  unfinishedRecordings: number
}

/**
 * Writes every row of the account into the draft, as one JSON object a line, and adds every stored object that a row
 * needs.
 */
export async function takeRows(tx: Tx, userId: string, draft: ArchiveDraft): Promise<Taken> {
  const taken: Taken = { counts: {}, storyFolders: new Map(), mediaPaths: new Map(), unfinishedRecordings: 0 }
  const missing = new Set<string>()
  const damaged = await damagedOf(tx, userId)
  const asTold = await proposalsAsTold(tx, userId)

  for (const name of Object.keys(archiveTables) as ArchiveTableName[]) {
    const table: ArchiveTable = archiveTables[name]
    let count = 0
    for await (const rows of inBatches(tx, name)) {
      const lines: string[] = []
      for (const kept of rows) {
        // Proposals quote what they rest on until their story is read again, also what has been taken out of it since.
        const row = name === 'story_proposals' ? asTold(kept) : kept
        if (row === null) continue
        if ((table.takes && !table.takes(row)) || hangsOn(name, row, missing)) {
          if (name === 'recordings') taken.unfinishedRecordings += 1
          if (name === 'recordings' || name === 'media') missing.add(String(row.id))
          continue
        }
        const damage = name === 'media' ? damaged.get(String(row.id)) : undefined
        const line = { ...outgoing(table, row, userId, missing), ...(damage && { damage }) }
        // A missing file cannot be packed, but its row still says what it was.
        const path = damage === 'missing' ? null : placeOf(name, line, taken)
        if (path !== null) {
          const bytes = name === 'media' && damage === undefined ? keptOf(row) : undefined
          draft.addObject(path, String(row.storage_key), Number(row.size_bytes), bytes)
        }
        lines.push(JSON.stringify(table.row.parse(path === null ? line : { ...line, file: path })))
      }
      count += lines.length
      if (lines.length > 0) await draft.write(`${rowsFolder}/${name}.jsonl`, `${lines.join('\n')}\n`)
    }
    taken.counts[name] = count
  }
  return taken
}

/** All rows of a table, in the order of their key. A cursor reads them, so that no table has to fit into memory. */
async function* inBatches(tx: Tx, name: string): AsyncGenerator<Row[]> {
  await sql`declare archived no scroll cursor for select r as row from app.archive_rows(${sql.lit(name)}) r`.execute(
    tx,
  )
  try {
    for (;;) {
      const { rows } = await sql<{ row: Row }>`${sql.raw(`fetch ${BATCH} from archived`)}`.execute(tx)
      if (rows.length === 0) return
      yield rows.map(({ row }) => row)
    }
  } finally {
    await sql`close archived`.execute(tx)
  }
}

const keptOf = ({ id, sha256 }: Row): Kept => ({
  mediaId: String(id),
  sha256: typeof sha256 === 'string' ? sha256 : null,
})

const bonds = ['recording_id', 'transcript_id', 'media_id', 'source_media_id']

/**
 * Tables whose own id is that of the recording or file that was transcribed. In other tables an id says nothing about
 * media, since whoever creates the row chooses it.
 */
const namedAfterMedia: ReadonlySet<ArchiveTableName> = new Set(['transcripts', 'transcript_checks'])

function hangsOn(name: ArchiveTableName, row: Row, missing: Set<string>): boolean {
  const { loose = [] }: ArchiveTable = archiveTables[name]
  const columns = [...bonds, ...(namedAfterMedia.has(name) ? ['id'] : [])]
  return columns.some((column) => !loose.includes(column) && missing.has(String(row[column])))
}

function outgoing(table: ArchiveTable, row: Row, userId: string, missing: Set<string>): Row {
  const loose = (table.loose ?? []).filter((column) => missing.has(String(row[column])))
  return {
    ...withoutOthers(table, row, userId),
    ...Object.fromEntries(loose.map((column) => [column, null])),
  }
}

/**
 * Replaces the ids of other people in a row: they may not exist where the row goes, and an archive must not speak for
 * them.
 */
export function withoutOthers(table: ArchiveTable, row: Row, userId: string): Row {
  const others = Object.entries(table.people ?? {}).filter(([column]) => row[column] !== userId)
  return { ...row, ...Object.fromEntries(others) }
}

/** Where the bytes of a row lie in the archive; null for rows without bytes. Also assigns each story its folder. */
function placeOf(name: ArchiveTableName, row: Row, taken: Taken): string | null {
  if (name === 'stories') {
    const number = String(taken.storyFolders.size + 1).padStart(4, '0')
    const title = fileNameOf(String(row.title), 'Story')
    if (row.deleted_at === null) taken.storyFolders.set(String(row.id), `stories/${number} ${title}`)
    return null
  }
  if (name !== 'media' && name !== 'storybook_exports') return null
  const path = name === 'media' ? placeOfFile(row, taken) : placeOfBook(row)
  taken.mediaPaths.set(String(row.id), path)
  return path
}

const placeOfBook = (row: Row): string => `books/${row.id}.${extensionOf(String(row.mime_type))}`

function placeOfFile(row: Row, { storyFolders, mediaPaths }: Taken): string {
  const [stem, ending] = splitName(String(row.file_name))
  const extension = ending || extensionOf(String(row.mime_type))
  if (row.role !== 'original') return `${rowsFolder}/${row.role}/${row.id}.${extension}`

  const folder =
    storyFolders.get(String(row.story_id)) ?? (row.story_id === null ? 'family/portraits' : 'trash')
  const number = String(mediaPaths.size + 1).padStart(5, '0')
  const name = fileNameOf(stem, row.recording_id === null ? 'file' : 'recording')
  return `${folder}/${number} ${name}.${extension}`
}
