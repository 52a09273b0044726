import { PassThrough, Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import { posterPath, unprintableHeader, unprintableLettersHeader } from '#contract/paths.ts'
import { posterOf } from '#contract/tree-poster.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { fontFolder } from '../../print/font-files.ts'
import { lettersTold } from '../../print/letters.ts'
import type { Services } from '../../services.ts'
import { readTree } from './family.ts'
import { posterPapers } from './poster/paper.ts'

const asked = z.object({ paper: z.enum(posterPapers).default('one') })

/** GET of the tree as a PDF, on one large page or on sheets of a `paper`. */
export function posterRoutes(services: Services): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get(posterPath, async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const query = asked.safeParse(c.req.query())
    if (!query.success) throw codeError('BAD_REQUEST')

    // The poster shows no portraits, so their addresses need not be signed.
    const tree = await asUser(services.db, claims, (tx) => readTree(tx, claims.sub, () => ''))
    const poster = posterOf('Our family', tree)
    c.header('Content-Type', 'application/pdf')
    c.header('Content-Disposition', 'attachment; filename="family-tree.pdf"')
    // The code that draws PDFs is loaded only for the first poster.
    const { posterPdf } = await import('./poster/poster-pdf.ts')
    const drawn = posterPdf(poster, query.data.paper, fontFolder(services.env))
    c.header(unprintableHeader, String(drawn.people))
    // A header can hold only ASCII letters.
    c.header(unprintableLettersHeader, encodeURIComponent(lettersTold(drawn.letters)))
    const pages = new PassThrough()
    drawn.pages.on('error', (error) => pages.destroy(error))
    return c.body(Readable.toWeb(drawn.pages.pipe(pages)) as ReadableStream)
  })
}
