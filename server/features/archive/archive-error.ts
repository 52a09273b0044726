import pg from 'pg'
import type { ArchiveProblem } from '#contract/archive.ts'
import { StorageError } from '../../storage/storage.ts'

/** What is wrong with an archive, as a code for which screens and terminals have words. */
export class ArchiveError extends Error {
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'ArchiveError'
    this.problem = problem
  }
}

/** The problem to report for an error; null when another try may succeed. */
export function problemOf(error: unknown): ArchiveProblem | null {
  if (error instanceof ArchiveError) return error.problem
  if (error instanceof StorageError) return error.code === 'FULL' ? 'storage_full' : null
  if (!(error instanceof pg.DatabaseError)) return null
  const code = error.code ?? ''
  if (code === 'KN507') return 'storage_limit'
  if (/^KN42/.test(code)) return 'plan_limit'
  // Data exceptions, violated constraints and wrong types: the rows are at fault, and another try would fail, too.
  return /^(22|23|42804|P0)/.test(code) ? 'bad_rows' : null
}
