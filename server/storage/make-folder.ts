import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../error-code.ts'

/** What families keep is nobody else's on the machine, wherever the folder lies and whatever its files are open to. */
const mode = 0o700

/**
 * A folder with those above it, where they are not there. By hand: `mkdir` with `recursive` says of a disk that is read-only that
 * there is no such folder (Node 26), and a disk that is away would pass for an object that never was.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (!hasCode(error, 'ENOENT')) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode }).catch(unlessThere)
  }
}

/** Somebody else may have made it meanwhile. */
function unlessThere(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}
