import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { flushFile } from '../storage/durable-names.ts'
import { backupsIn, DRAFT, listBackups } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { readMediaLines } from './media-lines.ts'
import { NamedHashes } from './named-hashes.ts'

/**
 * Keeps the newest backups of a folder and the bytes that they name; the rest goes. A backup goes before its bytes:
 * killed in between, the next run removes what nobody names.
 * @returns the names of those that went
 * @throws StartError where a backup that stays does not say which bytes are its own: then all bytes stay
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

  const named = new NamedHashes()
  for (const name of await listBackups(folder)) {
    try {
      for await (const { sha256 } of readMediaLines(folder, name)) if (sha256 !== null) named.add(sha256)
    } catch (cause) {
      throw new StartError(
        `The new backup is whole. But ${join(backupsIn(folder), name)} is damaged: no bytes are removed while it is there.`,
        { cause },
      )
    }
  }
  await new KeptObjects(folder).removeAllBut(named)
  return going
}
