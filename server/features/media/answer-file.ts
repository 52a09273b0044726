import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { type ByteRange, StorageError } from '../../storage/storage.ts'
import { readRange } from './byte-range.ts'
import { contentDisposition, downloadName } from './content-disposition.ts'

/** A completely stored file, as the routes serve it. */
export type StoredFile = {
  storageKey: string
  sizeBytes: number
  mimeType: string
  sha256: string | null
  fileName: string
  title: string | null
  /** When it was kept; part of the download's name only together with the title. */
  keptAt?: Date | null
}

/**
 * Answers GET and HEAD with a file's bytes: with ranges, an ETag, and headers that keep a browser from running
 * anything.
 */
export async function answerFile(c: Context, services: Services, file: StoredFile): Promise<Response> {
  const etag = file.sha256 ? `"${file.sha256}"` : null
  const headers = headersOf(file, etag, c.req.query('download') === '1')
  if (etag && matches(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })

  const range = rangeOf(c, file.sizeBytes, etag)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.sizeBytes}` } })
  }
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.sizeBytes))

  const body = c.req.method === 'HEAD' ? null : await open(services, file, range)
  return new Response(body, { status: range ? 206 : 200, headers })
}

function headersOf(file: StoredFile, etag: string | null, isDownload: boolean): Headers {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': etag ? 'private, max-age=3600' : 'private, no-cache',
    'Content-Disposition': contentDisposition(isDownload ? 'attachment' : 'inline', downloadName(file)),
    'Content-Type': file.mimeType,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  })
  if (etag) headers.set('ETag', etag)
  return headers
}

/**
 * The requested range, unless If-Range names another version of the file: the client would join parts of two files
 * (RFC 9110, 13.1.5).
 */
function rangeOf(c: Context, size: number, etag: string | null): ByteRange | 'unsatisfiable' | null {
  const wanted = c.req.header('if-range')
  if (wanted !== undefined && wanted !== etag) return null
  return readRange(c.req.header('range'), size)
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(etag)
}

async function open(services: Services, file: StoredFile, range: ByteRange | null): Promise<ReadableStream> {
  try {
    const whole = file.sizeBytes > 0 ? { start: 0, end: file.sizeBytes - 1 } : undefined
    const stream = await services.storage.read(file.storageKey, range ?? whole)
    return Readable.toWeb(stream) as ReadableStream
  } catch (error) {
    const isMissing = error instanceof StorageError && ['NOT_FOUND', 'OUT_OF_RANGE'].includes(error.code)
    if (!isMissing) throw error
    services.log.error({ err: error, storageKey: file.storageKey }, 'a stored file is missing or too short')
    throw codeError('NOT_FOUND')
  }
}
