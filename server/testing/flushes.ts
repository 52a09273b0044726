import { constants, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { vi } from 'vitest'

const folder = await open(tmpdir())
const prototype: FileHandle = Object.getPrototypeOf(folder)
await folder.close()

/** Counts what has bytes of a file reach the medium: flushes that are asked for, and writes that hold one. */
export function countFlushes(): () => number {
  let count = 0
  const { datasync, writev } = prototype
  vi.spyOn(prototype, 'datasync').mockImplementation(function (this: FileHandle) {
    count += 1
    return datasync.call(this)
  })
  vi.spyOn(prototype, 'writev').mockImplementation(function (this: FileHandle, ...asked) {
    if (isWrittenThrough(this)) count += 1
    return writev.apply(this, asked)
  })
  return () => count
}

/** From now on nothing that is written reaches the medium, and whoever wrote it is told; memory has it. */
export function breakFlushes(): void {
  const broken = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  const { writev } = prototype
  vi.spyOn(prototype, 'datasync').mockImplementation(() => Promise.reject(broken()))
  vi.spyOn(prototype, 'writev').mockImplementation(async function (this: FileHandle, ...asked) {
    const written = await writev.apply(this, asked)
    if (isWrittenThrough(this)) throw broken()
    return written
  })
}

/** What was written into files, each call's pieces with where they went. */
export function watchWrites(): () => unknown[][] {
  const written = vi.spyOn(prototype, 'writev')
  return () => written.mock.calls
}

/** Whether each write is over only once its bytes are on the medium: asked of the system itself, which Linux alone tells. */
function isWrittenThrough({ fd }: FileHandle): boolean {
  if (process.platform !== 'linux') return false
  const [, flags = ''] = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? []
  return (Number.parseInt(flags, 8) & constants.O_DSYNC) === constants.O_DSYNC
}
