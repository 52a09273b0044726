import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { flushFile } from '../storage/durable-names.ts'
import { backupsIn, DRAFT, hashOfFile, listBackups, readManifest, readSums } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { mediaListName } from './manifest.ts'
import { readMediaLines } from './media-lines.ts'
import { NamedHashes } from './named-hashes.ts'

/**
 * Keeps the newest backups of a folder and the objects that they name, and removes the rest. A backup is removed before its
 * objects, so that after a kill in between the next run removes the objects that no backup names.
 * @returns the names of the backups that were removed
 * @throws StartError where a remaining backup cannot be read to tell which objects it needs: then all objects stay
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
      // A newer Kinora may name objects elsewhere as well, even where its list can be read.
      await readManifest(folder, name)
      await refuseOtherList(folder, name)
      for await (const { sha256 } of readMediaLines(folder, name)) if (sha256 !== null) named.add(sha256)
    } catch (cause) {
      throw new StartError(
        `The new backup is whole. But ${join(backupsIn(folder), name)} is damaged, or was made by a newer Kinora: no bytes are removed while it is there.`,
        { cause },
      )
    }
  }
  await new KeptObjects(folder).removeAllBut(named)
  return going
}

/** A list that was cut off at the end of a line, or of which a digit changed, can be read all the same. */
async function refuseOtherList(folder: string, name: string): Promise<void> {
  const written = (await readSums(folder, name)).get(mediaListName)
  const found = await hashOfFile(join(backupsIn(folder), name, mediaListName))
  if (found !== written) throw new Error(`${mediaListName} is not as it was written`)
}
