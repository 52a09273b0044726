import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'

/*
 * The least that can keep what it acknowledges: node:http, a file, and the flushes. No accounts, no database, no plan. PATCH: one
 * stream, flushed every 8 MiB. PUT: one chunk, hashed and flushed. The URL names the file. Each flush is followed by a flushed line
 * in a journal, which records the progress durably, as the commit of Kinora's database does.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const FLUSH_EVERY = 8 * 1024 * 1024

const journal = await open(join(folder, 'journal'), 'a')
let chunks = { name: '', file: journal, at: 0 }

async function remember(line: string): Promise<void> {
  await journal.write(`${line}\n`)
  await journal.datasync()
}

async function takeStream(request: IncomingMessage): Promise<void> {
  const file = await open(pathOf(request), 'w')
  let [reached, unflushed] = [0, 0]
  const flush = async () => {
    await file.datasync()
    await remember(`${reached}`)
    unflushed = 0
  }
  for await (const piece of request) {
    await file.write(piece)
    reached += piece.length
    unflushed += piece.length
    if (unflushed >= FLUSH_EVERY) await flush()
  }
  await flush()
  await file.close()
}

async function takeChunk(request: IncomingMessage): Promise<void> {
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  for await (const piece of request) {
    hash.update(piece)
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  await openChunks(request)
  await chunks.file.write(bytes, 0, bytes.length, chunks.at)
  await chunks.file.datasync()
  chunks.at += bytes.length
  await remember(`${chunks.at} ${hash.digest('hex')}`)
}

/** Keeps one file open for as long as chunks for it arrive. */
async function openChunks(request: IncomingMessage): Promise<void> {
  const name = pathOf(request)
  if (name === chunks.name) return
  if (chunks.file !== journal) await chunks.file.close()
  chunks = { name, file: await open(name, 'w'), at: 0 }
}

function pathOf(request: IncomingMessage): string {
  return join(folder ?? '', basename(request.url ?? ''))
}

const server = createServer(async (request, response) => {
  await (request.method === 'PUT' ? takeChunk(request) : takeStream(request))
  response.end('{}')
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`ready http://127.0.0.1:${address.port}`)
})
