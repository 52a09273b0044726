import fs, { constants, readFileSync, readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { onTestFinished, vi } from 'vitest'

const folder = await open(tmpdir())
const prototype: FileHandle = Object.getPrototypeOf(folder)
await folder.close()

/** Counts how often bytes of a file are flushed to the medium: explicit flushes, and writes that include one. */
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

/** From now on flushes fail: writes reach only the operating system's memory, and the writer gets an error. */
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

/** Records the writes into files: the arguments of each call, i.e. its buffers and their place. */
export function watchWrites(): () => unknown[][] {
  const written = vi.spyOn(prototype, 'writev')
  return () => written.mock.calls
}

/** Whether writes to a file return only once the bytes are on the medium. Asked of the system itself, which only Linux can tell. */
function isWrittenThrough({ fd }: FileHandle): boolean {
  if (process.platform !== 'linux') return false
  const [, flags = ''] = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? []
  return (Number.parseInt(flags, 8) & constants.O_DSYNC) === constants.O_DSYNC
}

/** Records the paths of what is flushed with its names, files and folders. Asked of the system itself, which only Linux can tell. */
export function watchFlushedPaths(): () => string[] {
  const paths: string[] = []
  const note = (file: number) => paths.push(readlinkSync(`/proc/self/fd/${file}`))
  const { sync } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    note(this.fd)
    return sync.call(this)
  })
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    note(file)
    fsyncSync(file)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  return () => paths
}
