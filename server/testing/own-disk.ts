import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll } from 'vitest'

/** A small, real disk for the tests of one file, removed after the last of them. */
export type OwnDisk = {
  folder: string
  /** @throws Error while a file on it is open for writing */
  makeReadOnly: () => void
  makeWritable: () => void
}

/** A disk that can fail as the disk of a machine does. */
export type BreakingDisk = OwnDisk & {
  /** Imitates a file system that detects damage: the kernel makes it read-only at once, whatever is open on it. */
  breakDown: () => void
  /** Imitates an operator: the disk, on which nothing may be open, is unmounted, checked and mounted again. */
  repair: () => void
}

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

function disk(folder: string, image?: string): OwnDisk {
  afterAll(() => {
    // Lazily, so that it works even while a file on it is still open.
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
    if (image) rmSync(image)
  })
  return {
    folder,
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    makeWritable: () => mount('-o', 'remount,rw', folder),
  }
}

/**
 * A disk in memory; call it at the top of a file. Only root may mount one: without root it is null, and the tests that need it are
 * skipped and reported as skipped.
 */
export function createDiskInMemory(size: string): OwnDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
    return disk(folder)
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

/**
 * A file that contains ext4, the file system of most servers' disks; call it at the top of a file. Only root may mount one: without
 * root it is null, as above.
 */
export function createExt4Disk(megabytes: number): BreakingDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-disk-'))
  const image = `${folder}.ext4`
  const putIn = () => mount('-o', 'loop,errors=remount-ro', image, folder)
  try {
    writeFileSync(image, '')
    truncateSync(image, megabytes * 1_000_000)
    execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'ignore' })
    putIn()
  } catch {
    rmSync(folder, { recursive: true })
    rmSync(image, { force: true })
    return null
  }
  return {
    ...disk(folder, image),
    breakDown: () => {
      const device = execFileSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' }).trim()
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, 'broken by a test')
    },
    repair: () => {
      execFileSync('umount', [folder])
      repairFileSystem(image)
      putIn()
    },
  }
}

/** Checks the file system; e2fsck exits with 1 if it has repaired something. */
function repairFileSystem(image: string): void {
  try {
    execFileSync('e2fsck', ['-y', image], { stdio: 'ignore' })
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
  }
}
