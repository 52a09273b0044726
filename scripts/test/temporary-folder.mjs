import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every test file's database is a copy that stays until the run is over: some 4 GB together. */
const ROOM_BYTES = 8e9
/** Beside what browsers and servers take. */
const MEMORY_BYTES = 14e9

/**
 * Where the tests of a run keep what is theirs: in memory where there is plenty of it (Linux), on the disk otherwise. Tests
 * make and remove files by the hundred thousand, and so does Chromium for what its processes share: on a disk that took a
 * tenth of their processor time. What is about disks (a power cut, a full one) brings one of its own. Gone when this process ends.
 *
 * @returns {string}
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'kinora-test-'))
  // PostgreSQL runs as another account than root.
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
