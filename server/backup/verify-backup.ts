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
  const looked = new Map<string, ObjectState>()
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

type ObjectState = 'whole' | 'damaged' | 'missing'

/** What a disk cannot read any more is as damaged as what it reads wrongly: left in its place it would be taken for kept. */
async function stateOf(path: string, sha256: string): Promise<ObjectState> {
  try {
    return (await hashOfFile(path)) === sha256 ? 'whole' : 'damaged'
  } catch (error) {
    const isThere = !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return isThere ? 'damaged' : 'missing'
  }
}

async function problemsOfObjects(
  folder: string,
  name: string,
  looked: Map<string, ObjectState>,
  lost: Set<string>,
): Promise<string[]> {
  const kept = new KeptObjects(folder)
  const problems: string[] = []
  for await (const { key, sha256 } of readMediaLines(folder, name)) {
    if (sha256 === null) continue
    let found = looked.get(sha256)
    if (found === undefined) {
      found = await stateOf(kept.pathOf(sha256), sha256)
      looked.set(sha256, found)
      if (found === 'damaged') await kept.putAside(sha256)
    }
    if (found === 'whole') continue
    lost.add(sha256)
    problems.push(`the bytes of ${key} are ${found}`)
  }
  return problems
}
