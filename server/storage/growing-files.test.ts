import { mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { GrowingFiles } from './growing-files.ts'

const newPath = async () => join(await mkdtemp(join(tmpdir(), 'kinora-growing-')), 'folder', 'file')

const append = (files: GrowingFiles, path: string, text: string) =>
  files.use(path, async (file, size) => {
    await file.write(text, size)
    return size
  })

it('a file that another process removed is made anew, not written to where nobody will find it', async () => {
  const [files, path] = [new GrowingFiles(), await newPath()]
  await append(files, path, 'once')
  await rm(path)

  expect(await append(files, path, 'again')).toBe(0)

  expect(await readFile(path, 'utf8')).toBe('again')
})

it('a file that another process put in the place of ours is the one that grows', async () => {
  const [files, path] = [new GrowingFiles(), await newPath()]
  await append(files, path, 'once')
  await writeFile(`${path}.new`, 'other')
  await rename(`${path}.new`, path)

  expect(await append(files, path, ' one')).toBe(5)

  expect(await readFile(path, 'utf8')).toBe('other one')
})

it('of two that come at once each writes', async () => {
  const [files, path] = [new GrowingFiles(), await newPath()]
  const write = (text: string, at: number) => files.use(path, (file) => file.write(text, at))

  await Promise.all([write('ab', 0), write('cd', 2)])

  expect(await readFile(path, 'utf8')).toBe('abcd')
})

it('of two that flush a file at once both are told that it failed, and nobody who writes afterwards', async () => {
  const [files, path] = [new GrowingFiles(), await newPath()]
  await append(files, path, 'once')
  const [broken, flushing, waiting] = [promised(), promised(), promised()]
  const first = files.use(path, async (file, _, flush) => {
    await file.write('ab', 0)
    // The system reports the failure only once for this open file.
    vi.spyOn(file, 'datasync').mockImplementationOnce(() => {
      flushing.resolve()
      return broken.promise
    })
    await flush()
  })
  const second = files.use(path, async (file, _, flush) => {
    await file.write('ab', 0)
    await flushing.promise
    const flushed = flush()
    waiting.resolve()
    await flushed
  })
  const both = Promise.allSettled([first, second])
  await waiting.promise
  broken.reject(new Error('EIO'))

  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await files.use(path, async (file, _, flush) => {
    await file.write('cd', 2)
    await flush()
  })
})

it('of two that write through a file at once one waits for the other, and is not told of its failure', async () => {
  const [files, path] = [new GrowingFiles({ isWrittenThrough: true }), await newPath()]
  const [writing, broken] = [promised(), promised()]
  const first = files.use(path, async () => {
    writing.resolve()
    await broken.promise
  })
  await writing.promise
  let hasBegun = false
  const second = files.use(path, async (file, size) => {
    hasBegun = true
    await file.write('ab', size)
  })
  // Long enough for the second call to have its file, if it had opened one of its own.
  await readdir(tmpdir())
  expect(hasBegun).toBe(false)
  broken.reject(new Error('EIO'))

  await expect(first).rejects.toThrow('EIO')
  await second
  expect(await readFile(path, 'utf8')).toBe('ab')
})

it.skipIf(process.platform !== 'linux')('keeps few files open, and none that was let go of', async () => {
  const [files, path] = [new GrowingFiles(), await newPath()]
  for (let i = 0; i < 80; i += 1) await append(files, `${path}${i}`, 'x')
  await expect.poll(() => openedBelow(path)).toBe(64)

  for (let i = 0; i < 80; i += 1) files.release(`${path}${i}`)

  await expect.poll(() => openedBelow(path)).toBe(0)
})

const promised = () => Promise.withResolvers<void>()

async function openedBelow(path: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(path)).length
}
