import { join } from 'node:path'
import { backupsIn, hashOfFile, readManifest, readSums } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { jobsName, manifestName, mediaListName } from './manifest.ts'
import { readMediaLines } from './media-lines.ts'

/** What is wrong with one backup; nothing when every byte is as it was written. */
export type Verified = {
  name: string
  /** In the words of the terminal. */
  problems: string[]
  /** Whether all rows and lists are whole, so that everything but the objects named below can be put back. */
  hasRows: boolean
  /** Hashes of objects that are damaged or gone. */
  lostObjects: Set<string>
}

/**
 * Reads everything that backups of a folder consist of; what several have in common is read once. Damaged objects are put
 * aside.
 */
export async function verifyBackups(folder: string, names: string[]): Promise<Verified[]> {
  const looked = new Map<string, string | null>()
  const results: Verified[] = []
  for (const name of names) {
    const problems = await problemsOfFiles(folder, name)
    const lostObjects = new Set<string>()
    // A list that is damaged itself says nothing about objects.
    const hasRows = problems.length === 0
    if (hasRows) problems.push(...(await problemsOfObjects(folder, name, looked, lostObjects)))
    results.push({ name, problems, hasRows, lostObjects })
  }
  return results
}

async function problemsOfFiles(folder: string, name: string): Promise<string[]> {
  const sums = await readSums(folder, name)
  const problems: string[] = []
  for (const [file, sha256] of sums) {
    const found = await hashOfFile(join(backupsIn(folder), name, file)).catch(() => null)
    if (found !== sha256) problems.push(`${file} ${found === null ? 'is missing' : 'is damaged'}`)
  }
  if (problems.length > 0) return problems
  if (!sums.has(manifestName)) return ['SHA256SUMS is missing or damaged']

  const { tables, keys } = await readManifest(folder, name)
  const needed = [
    jobsName,
    mediaListName,
    ...tables.map(({ file }) => file),
    ...keys.map((key) => `keys/${key}`),
  ]
  return needed.filter((file) => !sums.has(file)).map((file) => `${file} is not in SHA256SUMS`)
}

async function problemsOfObjects(
  folder: string,
  name: string,
  looked: Map<string, string | null>,
  lost: Set<string>,
): Promise<string[]> {
  const kept = new KeptObjects(folder)
  const problems: string[] = []
  for await (const { key, sha256 } of readMediaLines(folder, name)) {
    if (sha256 === null) continue
    let found = looked.get(sha256)
    if (found === undefined) {
      found = await hashOfFile(kept.pathOf(sha256)).catch(() => null)
      looked.set(sha256, found)
      if (found !== null && found !== sha256) await kept.putAside(sha256)
    }
    if (found === sha256) continue
    lost.add(sha256)
    problems.push(`the bytes of ${key} ${found === null ? 'are missing' : 'are damaged'}`)
  }
  return problems
}
