import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

/**
 * The least that can keep what it acknowledges: node:http, a file, and the flushes. No accounts, no database, no plan.
 * PATCH: one stream, flushed every 8 MiB. PUT: one chunk, hashed and flushed. Each flush is followed by a flushed line in
 * a journal, which remembers how far it came after a power cut as our database's commit does.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const FLUSH_EVERY = 8 * 1024 * 1024

const journal = await open(join(folder, 'journal'), 'a')
let at = 0
const chunks = await open(join(folder, 'chunks'), 'w')

async function remember(line: string): Promise<void> {
  await journal.write(`${line}\n`)
  await journal.datasync()
}

async function takeStream(request: IncomingMessage): Promise<void> {
  const file = await open(join(folder ?? '', 'stream'), 'w')
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
  await chunks.write(bytes, 0, bytes.length, at)
  await chunks.datasync()
  at += bytes.length
  await remember(`${at} ${hash.digest('hex')}`)
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
