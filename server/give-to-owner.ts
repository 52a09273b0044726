import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from './error-code.ts'

/**
 * Where root has made something, gives it to the owner of `like`: otherwise a command that was run with `sudo` would lock the account
 * that Kinora runs as out of its own keys. Where a disk knows no owners, or a container's root may not change them, it stays as it is.
 */
export function giveToOwnerOf(like: string, made: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  try {
    chownSync(made, uid, gid)
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error
  }
}

/** Makes a folder that only the account that Kinora runs as may open, unless it is there. */
export function makeOwnFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwnerOf(dirname(folder), folder)
}
