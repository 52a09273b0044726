import { z } from 'zod'
import { sha256Hex } from '#contract/fields.ts'

/** What this version writes; one that it does not know is refused. */
export const BACKUP_VERSION = 1

/** Beside the folder of backups; says what the whole folder is. */
export const markerName = 'kinora-backups.json'
export const manifestName = 'manifest.json'
/** As `sha256sum -c` reads it, so that a backup can be checked without Kinora. */
export const sumsName = 'SHA256SUMS'
export const mediaListName = 'media.ndjson'
export const jobsName = 'jobs.copy.gz'

const count = z.int().min(0)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
/** Files of a backup are read, and keys written, by these names: none leads anywhere else. */
const tableFile = z.string().regex(/^tables\/[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*\.copy\.gz$/)
const keyFile = z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/)

const backedUpTable = z.object({
  schema: identifier,
  name: identifier,
  /** In the order of the file's columns; generated ones are made again. */
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
  /** As the server says it: "18.4". */
  postgresql: z.string(),
  /** Everything the database was migrated by, in no order; together the version of the schema. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Tells one Kinora from another, and whether keys fit a backup; made of the master secret, which it does not give away. */
  instance: z.string(),
  /** Whether the backup holds the keys, or its operator keeps them elsewhere. */
  keys: z.array(keyFile),
  /** Names of the settings that were set; their values are the operator's to keep. */
  settings: z.array(z.string()),
  tables: z.array(backedUpTable),
  sequences: z.array(z.object({ schema: identifier, name: identifier, value: count })),
  jobs: count,
  media: mediaCounts,
})
export type BackupManifest = z.infer<typeof manifestSchema>
export type BackedUpTable = z.infer<typeof backedUpTable>
export type MediaCounts = z.infer<typeof mediaCounts>

/** One line of the list of media: under which key an object was stored, and under which hash it is kept here. */
export const mediaLine = z.object({
  key: z.string(),
  size: count,
  /** Null where the store had nothing under the key, or could not give it: then there is nothing to put back either. */
  sha256: sha256Hex.nullable(),
  /** A recording or an upload that had not ended: so much of it as had been acknowledged. */
  isGrowing: z.boolean(),
})
export type MediaLine = z.infer<typeof mediaLine>
