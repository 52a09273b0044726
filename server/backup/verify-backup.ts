import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { backupsIn, hashOfFile, readManifest, readSums } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { jobsName, manifestName, mediaListName } from './manifest.ts'
import { readMediaLines } from './media-lines.ts'
import { NamedHashes } from './named-hashes.ts'

const MADE_BY_NEWER = 'it was made by a newer Kinora, and only that one can tell whether it is whole'

/** The result of checking one backup; it has no problems when every byte is as it was written. */
export type Verified = {
  name: string
  /** In words for the terminal. */
  problems: string[]
  /** Whether all rows and lists are intact, so that everything but `lostObjects` can be restored. */
  hasRows: boolean
  /** Hashes of objects that are damaged or gone. */
  lostObjects: Set<string>
  /** Whether a newer Kinora made it, whose lists this one cannot read: then nobody has looked at its objects. */
  isNewer: boolean
}

/**
 * Reads everything that the given backups of a folder consist of, and writes nothing; what several have in common is read once. Of
 * millions of objects only the hashes of the damaged ones are held in memory.
 * @param onDamaged called with the hash of each damaged object as soon as it is found
 */
export async function verifyBackups(
  folder: string,
  names: string[],
  onDamaged: (sha256: string) => Promise<void> = async () => undefined,
): Promise<Verified[]> {
  const results: Verified[] = []
  for (const name of names) {
    const { problems, isNewer } = await problemsOfFiles(folder, name)
    results.push({ name, problems, isNewer, hasRows: problems.length === 0, lostObjects: new Set() })
  }
  // A damaged list says nothing reliable about objects.
  const readable = results.filter(({ hasRows }) => hasRows)
  const damaged = await readObjects(
    folder,
    readable.map(({ name }) => name),
    onDamaged,
  )
  for (const verified of readable) await addLostObjects(folder, verified, damaged)
  return results
}

async function problemsOfFiles(
  folder: string,
  name: string,
): Promise<Pick<Verified, 'problems' | 'isNewer'>> {
  const sums = await readSums(folder, name)
  const problems: string[] = []
  for (const [file, sha256] of sums) {
    const found = await hashOfFile(join(backupsIn(folder), name, file)).catch(() => null)
    if (found !== sha256) problems.push(`${file} ${found === null ? 'is missing' : 'is damaged'}`)
  }
  if (problems.length > 0) return { problems, isNewer: false }
  if (!sums.has(manifestName)) return { problems: ['SHA256SUMS is missing or damaged'], isNewer: false }

  // It is as it was written, so that one that cannot be read is no damaged one.
  const manifest = await readManifest(folder, name).catch(() => null)
  if (manifest === null) return { problems: [MADE_BY_NEWER], isNewer: true }
  const { tables, keys } = manifest
  const needed = [
    jobsName,
    mediaListName,
    ...tables.map(({ file }) => file),
    ...keys.map((key) => `keys/${key}`),
  ]
  const unlisted = needed.filter((file) => !sums.has(file))
  return { problems: unlisted.map((file) => `${file} is not in SHA256SUMS`), isNewer: false }
}

/**
 * Reads all objects of the folder, not those of the lists, which name an object once for each backup.
 * @returns the hashes of damaged objects
 */
async function readObjects(
  folder: string,
  names: string[],
  onDamaged: (sha256: string) => Promise<void>,
): Promise<Set<string>> {
  const named = new NamedHashes()
  for (const name of names) {
    for await (const { sha256 } of readMediaLines(folder, name)) if (sha256 !== null) named.add(sha256)
  }

  const kept = new KeptObjects(folder)
  const damaged = new Set<string>()
  for await (const sha256 of kept.hashes()) {
    if (!named.has(sha256) || !(await isDamaged(kept.pathOf(sha256), sha256))) continue
    damaged.add(sha256)
    await onDamaged(sha256)
  }
  return damaged
}

/**
 * An object that the disk cannot read any more is as damaged as one with wrong bytes: left in place, it would pass for a good copy.
 */
async function isDamaged(path: string, sha256: string): Promise<boolean> {
  try {
    return (await hashOfFile(path)) !== sha256
  } catch (error) {
    // A file that has gone is reported as missing by every backup that names it.
    return !hasCode(error, 'ENOENT')
  }
}

async function addLostObjects(
  folder: string,
  { name, problems, lostObjects }: Verified,
  damaged: Set<string>,
): Promise<void> {
  const kept = new KeptObjects(folder)
  for await (const { key, sha256 } of readMediaLines(folder, name)) {
    if (sha256 === null) continue
    const state = damaged.has(sha256) ? 'damaged' : 'missing'
    if (state === 'missing' && (await isThere(kept.pathOf(sha256)))) continue
    lostObjects.add(sha256)
    problems.push(`the bytes of ${key} are ${state}`)
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
