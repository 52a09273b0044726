import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../error-code.ts'

/**
 * Only this account may open the folder: what families keep is nobody else's business on the machine, wherever the folder lies and
 * whatever permissions its files have.
 */
const mode = 0o700

/**
 * Makes a folder and the folders above it where they are missing. Node's own `mkdir` with `recursive` is not used: on a read-only
 * disk it reports that there is no such folder (Node 26), and a disk in trouble would pass for an object that never was.
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

/** Another process may have made the folder meanwhile. */
function unlessThere(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}
