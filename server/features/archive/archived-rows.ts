import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-error.ts'
import { boundedJson, ROW_VALUES_MAX } from './bounded-json.ts'
import type { OpenArchive } from './open-archive.ts'
import { type ArchiveTable, type ArchiveTableName, archiveTables } from './tables.ts'
import type { Row } from './take-rows.ts'

/** A batch ends after so many rows, or once it has so many bytes; a single row may be longer. */
const BATCH = 200
const BATCH_BYTES = 4_000_000
const NEWLINE = 10
/** The character U+0000 as JSON escapes it. Behind an escaped backslash the same letters are ordinary text. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/

/** The rows of one table in the archive, in batches, with every value checked. @throws ArchiveError */
export async function* archivedRows(archive: OpenArchive, name: ArchiveTableName): AsyncGenerator<Row[]> {
  const table: ArchiveTable = archiveTables[name]
  let rows: Row[] = []
  let bytes = 0
  for await (const { line, size } of linesOf(archive, `${archive.rows}/${name}.jsonl`)) {
    const row = table.row.safeParse(line)
    if (!row.success)
      throw new ArchiveError('bad_rows', `${name}: ${row.error.issues[0]?.path.join('.') ?? ''}`)
    rows.push(row.data)
    bytes += size
    if (rows.length < BATCH && bytes < BATCH_BYTES) continue
    yield rows
    rows = []
    bytes = 0
  }
  if (rows.length > 0) yield rows
}

type Line = { line: unknown; size: number }

async function* linesOf(archive: OpenArchive, path: string): AsyncGenerator<Line> {
  if (!archive.has(path)) return
  let left: Buffer[] = []
  let size = 0
  for await (const piece of await archive.read(path)) {
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...left, piece.subarray(from, end)])
      yield { line: parsed(line, path), size: line.length }
      left = []
      size = 0
      from = end + 1
    }
    left.push(piece.subarray(from))
    size += piece.length - from
    if (size > limits.archiveRowBytes) throw new ArchiveError('too_large', path)
  }
  if (size > 0) throw new ArchiveError('bad_rows', `${path} ends within a row`)
}

function parsed(line: Buffer, path: string): unknown {
  try {
    // PostgreSQL cannot keep the character U+0000 in any text.
    const text = line.toString('utf8')
    if (nul.test(text)) throw new Error('NUL')
    return boundedJson(text, ROW_VALUES_MAX, path)
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError('bad_rows', path, { cause: error })
  }
}
