import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { tusPath } from '#contract/media.ts'
import { chunkPath } from '#contract/recordings.ts'
import { contentDigestOf, sha256Of } from '../../sha256.ts'
import type { Person } from '../family.ts'
import type { TestKinora } from '../kinora.ts'
import { startRecording } from '../recorder.ts'

const UPLOAD_BYTES = 30_000
const FILE_BYTES = 20_000
const CHUNK_BYTES = 6_000

/** The beginning of a PNG, for a picture as long as the upload, because a file that is not a picture would not be kept. */
const pictureHead = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000ffff49444154',
  'hex',
)

/**
 * A person's unfinished and stored things, with what the server has acknowledged of them. Their bytes contain the person's marker
 * word.
 */
export type OwnedThings = {
  who: Person
  word: string
  upload: { id: string; bytes: Buffer; sent: Buffer; isDeleted: boolean }
  recording: { id: string; chunks: Buffer[]; isDeleted: boolean }
  file: { mediaId: string; bytes: Buffer; address: URL; isDeleted: boolean }
}

/** Bytes without repetition, so that a misplaced piece shows, which also name their owner. */
export function bytesOf(word: string, size: number, from = 0): Buffer {
  const lines = Array.from({ length: size / (word.length + 2) + 1 }, (_, line) => `${word} ${from + line}`)
  return Buffer.from(lines.join('\n')).subarray(0, size)
}

export const chunkOf = (word: string, index: number) => bytesOf(word, CHUNK_BYTES, 1_000 * index)

/** Begins an upload and a recording, and stores a whole file. */
export async function keepThingsOf(kinora: TestKinora, who: Person, word: string): Promise<OwnedThings> {
  const bytes = Buffer.concat([pictureHead, bytesOf(word, UPLOAD_BYTES - pictureHead.length)])
  const upload = { id: await beginUpload(who), bytes, isDeleted: false }
  const sent = upload.bytes.subarray(0, 10_000)
  await expectStatus(204, patch(who, upload.id, 0, sent))
  const { id, story } = await startRecording(who)
  const chunks = [0, 1].map((index) => chunkOf(word, index))
  for (const [index, chunk] of chunks.entries()) await expectStatus(200, putChunk(who, id, index, chunk))
  const file = await keepFile(kinora, who, word, story.id)
  return { who, word, upload: { ...upload, sent }, recording: { id, chunks, isDeleted: false }, file }
}

async function beginUpload(who: Person): Promise<string> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(UPLOAD_BYTES) }
  const begun = await expectStatus(201, who.request(tusPath, { method: 'POST', headers }))
  return begun.headers.get('location')?.split('/').at(-1) ?? ''
}

async function keepFile({ services, database }: TestKinora, who: Person, word: string, storyId: string) {
  const [mediaId, bytes] = [uuidv7(), bytesOf(word, FILE_BYTES)]
  const key = `media/${who.id}/${mediaId}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, sha256, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, $5, $6, $7)`,
    [who.id, mediaId, storyId, word, bytes.length, sha256Of(bytes), key],
  )
  const { url } = await who.client.media.address({ id: mediaId })
  return { mediaId, bytes, address: new URL(url, 'http://localhost'), isDeleted: false }
}

const patch = (who: Person, id: string, offset: number, body: Buffer) =>
  who.request(`${tusPath}/${id}`, {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
    },
    body: new Uint8Array(body),
  })

const putChunk = (who: Person, id: string, index: number, chunk: Buffer) =>
  who.request(chunkPath(id, index), {
    method: 'PUT',
    headers: { 'Content-Digest': contentDigestOf(chunk) },
    body: new Uint8Array(chunk),
  })

async function expectStatus(status: number, answering: Promise<Response>): Promise<Response> {
  const response = await answering
  expect(response.status, await response.clone().text()).toBe(status)
  return response
}

/**
 * Expects that, whatever was called meanwhile, unfinished things can be continued and completed, and stored things are unchanged.
 */
export async function expectWhole(kinora: TestKinora, things: OwnedThings): Promise<void> {
  const { who, word, upload, recording, file } = things
  if (!upload.isDeleted) {
    const { length } = upload.sent
    const rest = upload.bytes.subarray(length)
    if (rest.length > 0) await expectStatus(204, patch(who, upload.id, length, rest))
    const stored = await storedAt(kinora, 'uploads', upload.id)
    expect(sha256Of(stored)).toBe(sha256Of(Buffer.concat([upload.sent, rest])))
  }

  if (!recording.isDeleted) {
    const { length } = recording.chunks
    const last = chunkOf(word, length)
    await expectStatus(200, putChunk(who, recording.id, length, last))
    const told = completionOf([...recording.chunks, last])
    await who.client.recordings.complete({ id: recording.id, ...told })
    expect(sha256Of(await storedAt(kinora, 'recordings', recording.id))).toBe(told.sha256)
  }

  const { pathname, search } = file.address
  const response = await expectStatus(file.isDeleted ? 404 : 200, who.request(pathname + search))
  if (!file.isDeleted) expect(sha256Of(Buffer.from(await response.arrayBuffer()))).toBe(sha256Of(file.bytes))
}

/** A device's claims about the recording that it has sent. */
export function completionOf(chunks: Buffer[]) {
  const told = Buffer.concat(chunks)
  return { chunkCount: chunks.length, sizeBytes: told.length, sha256: sha256Of(told), durationMs: 4_000 }
}

async function storedAt({ database, services }: TestKinora, table: 'uploads' | 'recordings', id: string) {
  const keyOf = {
    uploads: 'select storage_key from uploads where id = $1',
    recordings:
      'select storage_key from recordings r join media m on m.user_id = r.user_id and m.id = r.original_media_id where r.id = $1',
  }
  const { rows } = await database.asOwner(keyOf[table], [id])
  const pieces: Buffer[] = []
  for await (const piece of await services.storage.read(rows[0]?.storage_key)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

export const checksumOf = (algorithm: 'sha1' | 'sha256', bytes: Buffer) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
