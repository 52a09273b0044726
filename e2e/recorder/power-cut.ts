import { execFileSync } from 'node:child_process'
import { constants, copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const diskBytes = 600_000_000

/** A disk in a file: flushed data is in the file, data that the system still holds back is not. */
export type Disk = {
  folder: string
  /** Saves the disk as a power cut would leave it at this moment. */
  snapshot: () => void
  /** Replaces the disk with the snapshot. Processes that write to the old disk have to end first. */
  putSnapshotBack: () => Promise<void>
  remove: () => Promise<void>
}

/** Whether this machine allows mounting disks: only for root on Linux, and not in every container. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('losetup', ['--find'], { stdio: 'ignore' })
    execFileSync('mkfs.ext4', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** `commit=600` keeps the kernel from writing periodically, so that only flushed data reaches the disk. */
export async function makeDisk(): Promise<Disk> {
  const home = await mkdtemp(join(tmpdir(), 'kinora-disk-'))
  const [image, copy, folder] = [join(home, 'disk'), join(home, 'snapshot'), join(home, 'mounted')]
  writeFileSync(image, '')
  truncateSync(image, diskBytes)
  mkdirSync(folder)
  execFileSync('chmod', ['755', home])
  execFileSync('mkfs.ext4', ['-q', image])
  const mount = (file: string) => execFileSync('mount', ['-o', 'loop,commit=600', file, folder])
  mount(image)
  execFileSync('chmod', ['755', folder])

  const unmount = () =>
    expect
      .poll(() => succeeds(() => execFileSync('umount', [folder], { stdio: 'ignore' })), { timeout: 30_000 })
      .toBe(true)
  return {
    folder,
    snapshot: () => copyFileSync(image, copy, constants.COPYFILE_FICLONE),
    async putSnapshotBack() {
      await unmount()
      mount(copy)
    },
    async remove() {
      // After a failed test, files may still be open there: a lazy unmount leaves them open and removes the mount point.
      execFileSync('umount', ['--lazy', folder])
      await rm(home, { recursive: true, force: true })
    },
  }
}

function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
