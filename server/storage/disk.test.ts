import { chmod, type FileHandle, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { countFlushes } from '../testing/flushes.ts'
import { createDiskInMemory } from '../testing/own-disk.ts'
import { describeStorage } from '../testing/storage-compliance.ts'
import { DiskStorage } from './disk.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'kinora-disk-'))

describeStorage('a folder', async () => new DiskStorage(join(await newFolder(), 'objects')))

it.skipIf(process.platform === 'win32')(
  'keeps what it holds from other accounts of the machine, also below a folder that was there before and is open to them',
  async () => {
    const root = await newFolder()
    await chmod(root, 0o755)
    const storage = new DiskStorage(join(root, 'media'))
    await storage.put('media/someone/something', Buffer.from('a voice'))

    const modes = ['media', 'media/media', 'media/.work'].map(
      async (name) => (await stat(join(root, name))).mode & 0o077,
    )

    expect(await Promise.all(modes)).toEqual([0, 0, 0])
  },
)

it('leaves nothing behind in its work folder when a put fails', async () => {
  const root = await newFolder()
  const storage = new DiskStorage(root)
  const broken = (async function* () {
    yield Buffer.from('half')
    throw new Error('the line went dead')
  })()

  await expect(storage.put('media/a', broken)).rejects.toThrow()

  expect(await readdir(join(root, '.work'))).toEqual([])
})

it.each([
  ['few bytes, written through', 1],
  ['more than one call takes, flushed afterwards', 1024 * 1024 + 1],
])(
  'answers a first write only after the file, its name and every new folder above it were flushed: %s',
  async (_, size) => {
    const root = await newFolder()
    const storage = new DiskStorage(root)
    const handle = await open(root)
    const prototype: FileHandle = Object.getPrototypeOf(handle)
    await handle.close()
    const flushedData = countFlushes()
    const flushed = vi.spyOn(prototype, 'sync')

    await storage.writeAt('media/someone/something', 0, Buffer.alloc(size))
    const [first, firstFolders] = [flushedData(), flushed.mock.calls.length]
    await storage.writeAt('media/someone/something', size, Buffer.alloc(size))
    const [second, secondFolders] = [flushedData(), flushed.mock.calls.length]
    await storage.seal('media/someone/something')
    const sealed = flushed.mock.calls.length
    // As after a restart: what another process has written is flushed, with its name, by the process that seals it.
    await new DiskStorage(root).seal('media/someone/something')
    const elsewhere = flushed.mock.calls.length
    vi.restoreAllMocks()

    expect([first, firstFolders]).toEqual([1, 4])
    expect([second, secondFolders]).toEqual([2, 4])
    expect([sealed, elsewhere]).toEqual([4 + 1, 5 + 1 + 4])
  },
)

const narrow = createDiskInMemory('1m')
it.skipIf(narrow === null)(
  'says of a file from another disk that there is no room for it, and leaves no half of it behind',
  async () => {
    if (!narrow) return
    const storage = new DiskStorage(narrow.folder)
    const from = join(await newFolder(), 'film')
    await writeFile(from, Buffer.alloc(2_000_000))

    await expect(storage.putFile('media/film', from)).rejects.toMatchObject({ code: 'FULL' })

    expect(await readdir(await storage.workFolder())).toEqual([])
    expect((await stat(from)).size).toBe(2_000_000)
  },
)

const disk = createDiskInMemory('1m')
it.skipIf(disk === null)(
  'says of a disk that is read-only that it cannot be written to, whatever is asked of it',
  async () => {
    if (!disk) return
    await new DiskStorage(disk.folder).put('media/a', Buffer.from('x'))
    await rm(join(disk.folder, '.work'), { recursive: true })
    disk.makeReadOnly()
    const storage = new DiskStorage(disk.folder)

    const asked = {
      put: () => storage.put('media/b', Buffer.from('x')),
      putFile: () => storage.putFile('media/b', join(disk.folder, 'media/a')),
      writeAt: () => storage.writeAt('media/a', 1, Buffer.from('y')),
      truncate: () => storage.truncate('media/a', 0),
      delete: () => storage.delete('media/a'),
      workFolder: () => storage.workFolder(),
    }
    const answers = await Promise.allSettled(Object.values(asked).map((ask) => ask()))
    expect(answers).toEqual(
      answers.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) })),
    )
    expect((await buffer(await storage.read('media/a'))).toString()).toBe('x')
  },
)
