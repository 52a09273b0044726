import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { tusPath } from '#contract/media.ts'
import { chunkPath } from '#contract/recordings.ts'
import { contentDigestOf } from '../server/sha256.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Person, personAt } from '../server/testing/family.ts'
import { startRecording } from '../server/testing/recorder.ts'
import { type Bench, byTurns, type Finding, inMB, inMBs, rateOf } from './bench.ts'
import { type BenchProcess, startKinora, startProcess } from './process.ts'

const STREAM_BYTES = 2 ** 30
/** More than twice of what may be held in memory. */
const SHORT_BYTES = 2 ** 28
const CHUNK_BYTES = 330_000
/** Ten minutes of a recording; during the first, V8 is still compiling the code that receives chunks. */
const CHUNKS = 600
const ROUNDS = 5
/** A round of chunks takes only a second, so other activity of the disk shows more: chunks need more rounds than large files. */
const CHUNK_ROUNDS = 11
const here = import.meta.dirname

/** The data of a file that begins like a PDF, because the server determines the type from the bytes. */
const piece = randomBytes(2 ** 20)
const firstPiece = Buffer.concat([Buffer.from('%PDF-1.7\n'), piece]).subarray(0, piece.length)
const chunk = randomBytes(CHUNK_BYTES)
const chunkDigest = contentDigestOf(chunk)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** The same client for both: node:http, one connection, respecting backpressure. */
async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: AsyncIterable<Buffer> | Buffer,
): Promise<{ status: number; text: string }> {
  const sending = request(url, { method, headers, agent })
  const answered = once(sending, 'response')
  if (Buffer.isBuffer(body)) sending.end(body)
  else {
    for await (const bytes of body) if (!sending.write(bytes)) await once(sending, 'drain')
    sending.end()
  }
  const [response] = await answered
  let text = ''
  for await (const part of response) text += part
  return { status: response.statusCode, text }
}

async function* bigFile(bytes: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += piece.length) yield sent === 0 ? firstPiece : piece
}

async function expectStatus(
  wanted: number,
  answer: Promise<{ status: number; text: string }>,
): Promise<string> {
  const { status, text } = await answer
  if (status !== wanted) throw new Error(`answered ${status}: ${text}`)
  return text
}

async function tusUpload(url: string, ana: Person, bytes: number): Promise<string> {
  const headers = { authorization: `Bearer ${ana.accessToken}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(url + tusPath, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes) },
  })
  const location = z.string().parse(created.headers.get('location'))
  const patch = {
    ...headers,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes),
  }
  await expectStatus(204, send('PATCH', url + location, patch, bigFile(bytes)))
  return location.split('/').at(-1) ?? ''
}

async function rawUpload(url: string): Promise<void> {
  await expectStatus(
    200,
    send('PATCH', `${url}/stream`, { 'content-length': String(STREAM_BYTES) }, bigFile(STREAM_BYTES)),
  )
}

async function sendChunks(url: string, pathOf: (index: number) => string, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-digest': chunkDigest,
    'content-length': String(CHUNK_BYTES),
  }
  for (let index = 0; index < CHUNKS; index += 1) {
    await expectStatus(200, send('PUT', url + pathOf(index), headers, chunk))
  }
}

/**
 * Removes the files of a round. Each round writes new files, and neither contestant may leave any behind: on a virtual machine,
 * blocks that have been written before are up to four times faster than fresh ones, which would distort the comparison.
 */
function removeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name !== 'journal') rmSync(join(entry.parentPath, entry.name))
  }
}

async function measure(kinora: BenchProcess, raw: BenchProcess, files: string): Promise<Finding[]> {
  const ana = await personAt(kinora.url)
  const streams = await byTurns(
    ROUNDS,
    async () => {
      let id = ''
      const rate = await rateOf(STREAM_BYTES, async () => {
        id = await tusUpload(kinora.url, ana, STREAM_BYTES)
      })
      await ana.client.media.remove({ id })
      removeFiles(files)
      return rate
    },
    async () => {
      const rate = await rateOf(STREAM_BYTES, () => rawUpload(raw.url))
      removeFiles(files)
      return rate
    },
  )
  let round = 0
  const chunks = await byTurns(
    CHUNK_ROUNDS,
    async () => {
      const { id } = await startRecording(ana)
      const rate = await rateOf(CHUNKS * CHUNK_BYTES, () =>
        sendChunks(kinora.url, (index) => chunkPath(id, index), ana.accessToken),
      )
      await ana.client.recordings.discard({ id })
      removeFiles(files)
      return rate
    },
    async () => {
      round += 1
      const rate = await rateOf(CHUNKS * CHUNK_BYTES, () => sendChunks(raw.url, () => `/chunks-${round}`, ''))
      removeFiles(files)
      return rate
    },
  )
  return [
    finding('tus, one 1 GiB file', streams, 0.85),
    finding('a recording, 330 kB chunks one by one', chunks, 0.8),
    memory(kinora),
  ]
}

function finding(what: string, rates: { ours: number; peer: number }, goal: number): Finding {
  const ratio = rates.ours / rates.peer
  return {
    what,
    ours: inMBs(rates.ours),
    peer: inMBs(rates.peer),
    ratio,
    goal: `>= ${goal}`,
    met: ratio >= goal,
  }
}

function memory({ peakBytes, restingBytes }: BenchProcess): Finding {
  const peak = peakBytes()
  const grown = peak !== null && restingBytes !== null ? peak - restingBytes : null
  return {
    what: 'memory: grown over rest (peak | rest)',
    ours: grown === null ? 'unknown' : inMB(grown),
    peer: peak === null || restingBytes === null ? '' : `${inMB(peak)} | ${inMB(restingBytes)}`,
    ratio: null,
    goal: '<= 120 MB',
    met: grown === null ? null : grown <= 120e6,
  }
}

/** Checks that uploads and chunks do not accumulate in memory. */
async function takeIn(kinora: BenchProcess): Promise<Finding> {
  const ana = await personAt(kinora.url)
  await tusUpload(kinora.url, ana, SHORT_BYTES)
  const { id } = await startRecording(ana)
  await sendChunks(kinora.url, (index) => chunkPath(id, index), ana.accessToken)
  return memory(kinora)
}

export const bench: Bench = {
  title: `uploads against raw node:http to a file with the same flushes; medians of ${ROUNDS} and ${CHUNK_ROUNDS}, by turns`,
  run: () =>
    withKinora(async (kinora, files) => {
      const raw = await startProcess([join(here, 'peers/raw-upload.ts'), files])
      try {
        return await measure(kinora, raw, files)
      } finally {
        await raw.stop()
      }
    }),
  short: () => withKinora(async (kinora) => [await takeIn(kinora)]),
}

async function withKinora(
  work: (kinora: BenchProcess, files: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const kinora = await startKinora({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    STORAGE_URL: pathToFileURL(files).href,
    ROLE: 'web',
    AUTH_RATE_LIMITS: 'false',
    LOG_LEVEL: 'warn',
  })
  try {
    return await work(kinora, files)
  } finally {
    await kinora.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
