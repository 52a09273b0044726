import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll } from 'vitest'

/** A disk of its own for the tests of one file, small and real. It goes with the last of them. */
export type OwnDisk = {
  folder: string
  /** @throws while something on it is open for writing */
  makeReadOnly: () => void
  makeWritable: () => void
}

/** One that can break as the disk of a machine does. */
export type BreakingDisk = OwnDisk & {
  /** The file system has found itself damaged: the kernel makes it read-only at once, whatever is open on it. */
  breakDown: () => void
  /** As an operator does: nothing may be open on it; it is taken off, checked and put back. */
  repair: () => void
}

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

function disk(folder: string, image?: string): OwnDisk {
  afterAll(() => {
    // Also where something on it is still open.
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

/** In memory; called at the top of a file. Only root may mount one: null elsewhere, where the tests that need it are left out, and said to be. */
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

/** A file with ext4 in it, as most servers have their disk; called at the top of a file. Only root may mount one: null elsewhere, as above. */
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

/** Its status is 1 where it has mended something. */
function repairFileSystem(image: string): void {
  try {
    execFileSync('e2fsck', ['-y', image], { stdio: 'ignore' })
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
  }
}
