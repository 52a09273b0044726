import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipArchive } from 'archiver'
import { v7 as uuidv7 } from 'uuid'
import { afterAll } from 'vitest'
import yauzl from 'yauzl'
import type { ArchiveImport } from '#contract/archive.ts'
import { archiveImportPath } from '#contract/paths.ts'
import type { JobContext } from '../jobs/job.ts'
import { createLog } from '../log.ts'
import type { Person } from './family.ts'

/** The context of a job's only try, which is never aborted. */
export const firstTry = (): JobContext => ({
  log: createLog('silent'),
  attempt: 1,
  isLastAttempt: true,
  signal: new AbortController().signal,
})

/** The files of a zip by name. */
export type Files = Map<string, Buffer>

export async function unzip(bytes: Buffer): Promise<Files> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  const files: Files = new Map()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

export async function zipped(files: Iterable<[string, Buffer | string]>, store = true): Promise<Buffer> {
  const zip = new ZipArchive({ store })
  for (const [name, bytes] of files) zip.append(bytes, { name })
  void zip.finalize()
  return buffer(zip)
}

/** Uploads a zip in chunks, as the web app does, and finishes the upload. */
export async function sendArchive(who: Person, zip: Buffer, pieceBytes = 4_000_000): Promise<ArchiveImport> {
  const { id } = await who.client.archive.startImport({
    id: uuidv7(),
    fileName: 'family.zip',
    sizeBytes: zip.length,
  })
  for (let first = 0; first < zip.length; first += pieceBytes) {
    const piece = zip.subarray(first, first + pieceBytes)
    const range = `bytes ${first}-${first + piece.length - 1}/${zip.length}`
    const answer = await who.request(archiveImportPath(id), {
      method: 'PUT',
      headers: { 'Content-Range': range },
      body: new Uint8Array(piece),
    })
    if (!answer.ok) throw new Error(`a piece was refused: ${answer.status}`)
  }
  return who.client.archive.finishImport({ id })
}

/** A folder for the files of one test file, removed at its end. */
export function passingFolder(): { write: (name: string, bytes: Buffer) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-archives-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    write: (name, bytes) => {
      const path = join(folder, name)
      writeFileSync(path, bytes)
      return path
    },
  }
}
