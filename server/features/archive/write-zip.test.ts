import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { DiskStorage } from '../../storage/disk.ts'
import type { ArchiveEntry } from './draft.ts'
import { type TagFile, type ZipWork, zipOf } from './write-zip.ts'

const broken = new Error('input/output error')

/** A zip with one object, whose bytes come from `source`, followed by these tag files. */
function zipFrom(source: () => Readable, tags: TagFile[] = []): Readable {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const storage: ZipWork['storage'] = Object.assign(Object.create(new DiskStorage(folder)), {
    read: async () => source(),
  })
  const entries: ArchiveEntry[] = [{ path: 'film.webm', size: 9, storageKey: 'media/film' }]
  return zipOf({
    storage,
    folder,
    base: 'bag',
    entries,
    tagFiles: () => tags,
    written: { payload: [], tags: [] },
    date: new Date(),
    signal: new AbortController().signal,
    onBytes: () => undefined,
  })
}

async function* breaksAfter(pieces: string[]): AsyncGenerator<string> {
  yield* pieces
  throw broken
}

test.for([
  ['at once', []],
  ['midway', ['The ', 'mill ']],
])('a zip fails when one of its sources does %s', async ([, pieces]) => {
  const film = () => Readable.from(breaksAfter(pieces as string[]))
  await expect(buffer(zipFrom(film))).rejects.toBe(broken)

  const destroyed = () => new Readable({ read() {} }).destroy(broken)
  await expect(buffer(zipFrom(destroyed))).rejects.toBe(broken)
})

test('a zip fails when something about it cannot be written', async () => {
  const content = breaksAfter([])
  await expect(
    buffer(zipFrom(() => Readable.from(['a film']), [{ path: 'bagit.txt', content }])),
  ).rejects.toBe(broken)
})
