import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MediaError } from '../media/media-tool.ts'
import { createDiskInMemory } from '../testing/own-disk.ts'
import { DiskStorage } from './disk.ts'
import { clearWorkFolder, withLocalFile, withWorkFile } from './local-file.ts'

const newStorage = async () => new DiskStorage(await mkdtemp(join(tmpdir(), 'kinora-local-')))

it('clears the work folder of what is older than a day', async () => {
  const storage = await newStorage()
  const folder = await storage.workFolder()
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await writeFile(join(folder, 'fresh'), 'x')
  await writeFile(join(folder, 'stale'), 'x')
  await utimes(join(folder, 'stale'), yesterday, yesterday)

  await clearWorkFolder(storage)

  expect(await readdir(folder)).toEqual(['fresh'])
})

it('leaves no work file behind, also when the work fails', async () => {
  const storage = await newStorage()

  const work = withWorkFile(storage, async (path) => {
    await writeFile(path, 'half')
    throw new Error('it broke')
  })

  await expect(work).rejects.toThrow('it broke')
  expect(await readdir(await storage.workFolder())).toEqual([])
})

it('lends an object of a store without files as a copy that goes afterwards', async () => {
  const storage = await newStorage()
  await storage.put('media/a', Buffer.from('the bytes'))
  const remote = new Proxy(storage, {
    get: (target, name) =>
      name === 'localPath' ? () => null : Reflect.get(target, name, target).bind(target),
  })

  expect(await withLocalFile(remote, 'media/a', (path) => readFile(path, 'utf8'))).toBe('the bytes')
  expect(await readdir(await storage.workFolder())).toEqual([])
})

const disk = createDiskInMemory('1m')
it.skipIf(disk === null)(
  'says that the disk is full or read-only where work failed on it, whatever the work says itself',
  async () => {
    if (!disk) return
    const storage = new DiskStorage(disk.folder)
    const work = () =>
      withWorkFile(storage, async (path) => {
        await writeFile(path, Buffer.alloc(2_000_000)).catch(() => undefined)
        throw new MediaError('UNREADABLE', 'not a film')
      })

    await expect(work()).rejects.toMatchObject({ code: 'FULL' })
    disk.makeReadOnly()
    await expect(work()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    disk.makeWritable()
    await expect(
      withWorkFile(storage, () => Promise.reject(new MediaError('UNREADABLE', 'not a film'))),
    ).rejects.toMatchObject({ code: 'UNREADABLE' })
    expect(await readdir(await storage.workFolder())).toEqual([])
  },
)
