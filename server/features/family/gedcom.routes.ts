import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { gedcomPath, gedzipPath, leftOutHeader, lostHeader } from '#contract/paths.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { withWorkFile } from '../../storage/local-file.ts'
import { GedcomError } from './gedcom/gedcom-error.ts'
import { importFile, importPackage } from './gedcom/import-file.ts'
import type { You } from './gedcom/match-people.ts'

const asked = z.object({
  apply: z.enum(['true', 'false']).default('false'),
  you: z
    .string()
    .max(80)
    .regex(/^(@[^@\s]+@|nobody)$/)
    .optional(),
})

/**
 * POST of a GEDCOM file or a GEDZIP: reports what an import would bring; with `?apply=true` imports it. `you` is the xref of the
 * person in the file who is the account's own, or `nobody`. GET of the whole family as a GEDZIP.
 */
export function gedcomRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  app.post(gedcomPath, async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const query = asked.safeParse(c.req.query())
    if (!query.success) throw codeError('BAD_REQUEST')

    const isApplied = query.data.apply === 'true'
    const you = youOf(query.data.you)
    try {
      const report = await withWorkFile(services.storage, async (path) => {
        const { sha256, size, isPackage } = await received(c, path)
        if (size === 0) throw codeError('FILE_EMPTY')
        const wish = { isApplied, sha256, you }
        if (isPackage) return importPackage(services, claims, { ...wish, path })
        if (size > limits.gedcomBytes) throw codeError('PAYLOAD_TOO_LARGE')
        return importFile(services, claims, { ...wish, bytes: await readFile(path) })
      })
      return c.json(report)
    } catch (error) {
      if (error instanceof GedcomError) throw codeError('FILE_UNREADABLE', { reason: error.reason })
      throw error
    }
  })

  app.get(gedzipPath, async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const { exportGedzip } = await import('./gedcom/export-gedzip.ts')
    const { archive, leftOut, lost } = await exportGedzip(services, claims)
    c.header(leftOutHeader, String(leftOut))
    c.header(lostHeader, String(lost))
    c.header('Content-Type', 'application/vnd.familysearch.gedcom+zip')
    c.header('Content-Disposition', 'attachment; filename="family.gdz"')
    return c.body(Readable.toWeb(archive) as ReadableStream)
  })

  return app
}

function youOf(said: string | undefined): You {
  if (said === undefined) return 'not said'
  return said === 'nobody' ? said : { xref: said }
}

/** Streams the request's body into a temporary file, so that a large package costs disk, not memory. */
async function received(c: Context<HttpEnv>, path: string) {
  const most = limits.gedzipBytes
  if (Number(c.req.header('content-length') ?? 0) > most) throw codeError('PAYLOAD_TOO_LARGE')
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const piece of source) {
      size += piece.length
      if (size > most) throw codeError('PAYLOAD_TOO_LARGE')
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(counted(bodyOf(c)), createWriteStream(path, { mode: 0o600 }))
  return { sha256: hash.digest('hex'), size, isPackage: await startsLikeZip(path) }
}

async function startsLikeZip(path: string): Promise<boolean> {
  const file: FileHandle = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.equals(Buffer.from('PK\u0003\u0004')) || buffer.equals(Buffer.from('PK\u0005\u0006'))
  } finally {
    await file.close()
  }
}
