import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFile } from '../storage/durable-names.ts'
import { backupsIn, DRAFT, listBackups } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { readMediaLines } from './media-lines.ts'

/**
 * Keeps the newest backups of a folder and the bytes that they name; the rest goes. A backup goes before its bytes:
 * killed in between, the next run removes what nobody names.
 * @returns the names of those that went
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const all = await listBackups(folder)
  const going = all.slice(0, Math.max(0, all.length - keep))
  if (going.length === 0) return []
  for (const name of going) {
    const leaving = join(backupsIn(folder), `${DRAFT}${name}`)
    await rename(join(backupsIn(folder), name), leaving)
    await flushFile(backupsIn(folder))
    await rm(leaving, { recursive: true, force: true })
  }

  const named = new Set<string>()
  for (const name of await listBackups(folder)) {
    for await (const { sha256 } of readMediaLines(folder, name)) if (sha256 !== null) named.add(sha256)
  }
  await new KeptObjects(folder).removeAllBut(named)
  return going
}
