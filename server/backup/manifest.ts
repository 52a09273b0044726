import { z } from 'zod'
import { sha256Hex } from '#contract/fields.ts'

/** The version that is written; any other version is refused. */
export const BACKUP_VERSION = 1

/** Lies beside the folder `backups` and says what the whole folder is. */
export const markerName = 'kinora-backups.json'
export const manifestName = 'manifest.json'
/** In the format of `sha256sum -c`, so that a backup can be checked without Kinora. */
export const sumsName = 'SHA256SUMS'
export const mediaListName = 'media.ndjson'
export const jobsName = 'jobs.copy.gz'

const count = z.int().min(0)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
/** Files are read and keys are written under these names, so that none of them may lead out of their folder. */
const tableFile = z.string().regex(/^tables\/[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*\.copy\.gz$/)
const keyFile = z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/)

const backedUpTable = z.object({
  schema: identifier,
  name: identifier,
  /** In the order of the columns in the file, without generated columns: the database computes those again. */
  columns: z.array(identifier),
  rows: count,
  file: tableFile,
})

const mediaCounts = z.object({ objects: count, bytes: count, missing: count, damaged: count })

export const manifestSchema = z.object({
  format: z.literal('kinora-backup'),
  version: z.literal(BACKUP_VERSION),
  createdAt: z.iso.datetime(),
  kinora: z.string(),
  /** As the server reports it: "18.4". */
  postgresql: z.string(),
  /** Every migration that the database has had, in no order; together they are the version of the schema. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /**
   * Identifies the instance, and shows whether a set of keys fits a backup. It is derived from the master secret without giving it
   * away.
   */
  instance: z.string(),
  /** The names of the key files in the backup; empty where the operator keeps the keys elsewhere. */
  keys: z.array(keyFile),
  /** Names of the settings that were set. Their values are left to the operator to keep. */
  settings: z.array(z.string()),
  tables: z.array(backedUpTable),
  sequences: z.array(z.object({ schema: identifier, name: identifier, value: count })),
  jobs: count,
  media: mediaCounts,
})
export type BackupManifest = z.infer<typeof manifestSchema>
export type BackedUpTable = z.infer<typeof backedUpTable>
export type MediaCounts = z.infer<typeof mediaCounts>

/** One line of the list of media: the key that an object was stored under, and the hash that it is kept under here. */
export const mediaLine = z.object({
  key: z.string(),
  size: count,
  /** Null where the store had nothing under the key or could not read it: then there is nothing to restore either. */
  sha256: sha256Hex.nullable(),
  /** A recording or an upload that had not ended: the object holds as much of it as had been acknowledged. */
  isGrowing: z.boolean(),
})
export type MediaLine = z.infer<typeof mediaLine>
