import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, instant, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const archiveExportStates = ['pending', 'processing', 'completed', 'failed'] as const

/** An export of everything that an account owns into one zip file. */
export const archiveExport = z.object({
  id,
  state: z.enum(archiveExportStates),
  /** Bytes written so far, and the total; the total is null until everything has been counted. */
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  /** The number of files in the finished zip, and its size; null until then. */
  fileCount: z.int().nullable(),
  sizeBytes: z.number().nullable(),
  /** The signed address of the finished file. It stops working after an hour; every call returns a new one. */
  downloadUrl: z.string().nullable(),
  createdAt: instant,
  /** When the finished file is deleted. */
  expiresAt: instant.nullable(),
})
export type ArchiveExport = z.infer<typeof archiveExport>

export const archiveImportStates = ['receiving', 'checking', 'restoring', 'completed', 'failed'] as const

/** Why an imported file was refused. Nothing of a refused file is kept. */
export const archiveProblems = [
  'not_a_zip',
  'truncated',
  'not_an_archive',
  'unknown_version',
  'unsafe_name',
  'compressed',
  'unlisted_file',
  'missing_file',
  'unknown_digest',
  'wrong_hash',
  'bad_rows',
  'too_large',
  'storage_limit',
  'plan_limit',
  'storage_full',
  'unexpected',
] as const
export const archiveProblem = z.enum(archiveProblems)
export type ArchiveProblem = z.infer<typeof archiveProblem>

/** How many things of each kind the import added; things that were already there are not counted. */
export const archiveCounts = z.record(z.string(), z.int())

export const archiveImport = z.object({
  id,
  state: z.enum(archiveImportStates),
  fileName: z.string(),
  sizeBytes: z.number(),
  /** The offset from which the upload continues. */
  receivedBytes: z.number(),
  /** Bytes of the current step (checking or restoring) that have been processed. */
  doneBytes: z.number(),
  problem: archiveProblem.nullable(),
  counts: archiveCounts,
  createdAt: instant,
})
export type ArchiveImport = z.infer<typeof archiveImport>

const one = z.object({ id })

export const archiveContract = {
  exports: procedure
    .route({ method: 'GET', path: '/archive/exports', summary: 'Your archives, newest first' })
    .output(z.array(archiveExport)),
  startExport: procedure
    .route({
      method: 'PUT',
      path: '/archive/exports/{id}',
      summary: 'Put everything you own into one file; while one is being made, that one is the answer',
    })
    .input(z.object({ id: clientId }))
    .output(archiveExport),
  deleteExport: procedure
    .route({
      method: 'DELETE',
      path: '/archive/exports/{id}',
      summary: 'Delete an archive, or stop making it',
    })
    .input(one)
    .output(one)
    .errors(errors('NOT_FOUND')),

  imports: procedure
    .route({ method: 'GET', path: '/archive/imports', summary: 'What you brought in lately, newest first' })
    .output(z.array(archiveImport)),
  /** The client then sends the bytes by PUT to `archiveImportPath`, in chunks, starting at `receivedBytes`. */
  startImport: procedure
    .route({ method: 'PUT', path: '/archive/imports/{id}', summary: 'Begin to bring an archive in' })
    .input(
      z.object({
        id: clientId,
        fileName: requiredText(limits.fileName),
        sizeBytes: z.int().positive().max(limits.archiveBytesMax),
      }),
    )
    .output(archiveImport)
    .errors(errors('CONFLICT', 'STORAGE_LIMIT_REACHED')),
  finishImport: procedure
    .route({
      method: 'POST',
      path: '/archive/imports/{id}/finish',
      summary: 'Everything was sent: check it and bring it in',
    })
    .input(one)
    .output(archiveImport)
    .errors(errors('NOT_FOUND', 'UPLOAD_INCOMPLETE')),
  deleteImport: procedure
    .route({
      method: 'DELETE',
      path: '/archive/imports/{id}',
      summary: 'Take back what is being sent, or forget what came of it; what came in stays',
    })
    .input(one)
    .output(one)
    .errors(errors('NOT_FOUND', 'CONFLICT')),
}
