import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every test file's database is a copy that stays until the end of the run: some 4 GB together. */
const ROOM_BYTES = 8e9
/** The free memory required, so that browsers and servers still have enough. */
const MEMORY_BYTES = 14e9

/**
 * Creates the folder for a run's temporary files: in memory where there is plenty of it (Linux), otherwise on the disk. Tests
 * create and remove hundreds of thousands of files, and so does Chromium for memory shared between its processes: on a disk, that
 * took a tenth of their processor time. Tests about disks (a power cut, a full one) bring a disk of their own. The folder is
 * removed when this process ends.
 *
 * @returns {string}
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'kinora-test-'))
  // PostgreSQL does not run as root, so its account must be able to pass through.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return bavail * bsize >= ROOM_BYTES && Number(available) * 1024 >= MEMORY_BYTES
  } catch {
    return false
  }
}
