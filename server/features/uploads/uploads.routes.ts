import { type Context, Hono } from 'hono'
import { tusPath } from '#contract/media.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf, giveBack } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { checksumAlgorithms, readChecksum } from './upload-checksum.ts'

/** Files that people choose, by tus 1.0 (https://tus.io/protocols/resumable-upload). Each request is its bearer's. */
export function uploadRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  const handle = async (c: Context<HttpEnv>): Promise<Response> => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const checksum = readChecksum(c.req.header('upload-checksum') ?? null)
    if (checksum === 'unreadable') throw codeError('BAD_REQUEST')

    // The tus library comes with the first file.
    const { answerTus } = await import('./answer-tus.ts')
    const sent = { body: bodyOf(c), giveBack: (pieces: Uint8Array[]) => giveBack(c, pieces), checksum }
    const answered = await answerTus(services, claims, c.req.raw, sent)
    // The stock client, asking where to go on, gives an upload up at any failure but "locked", and begins from nothing.
    const isAskedInVain = c.req.method === 'HEAD' && answered.status >= 500
    const response = isAskedInVain ? new Response(null, { status: 423, headers: answered.headers }) : answered
    response.headers.set('Tus-Checksum-Algorithm', checksumAlgorithms.join(','))
    return response
  }
  app.all(tusPath, handle)
  // The library would make a new upload, whatever id stands in the address.
  app.post(`${tusPath}/:id`, () => {
    throw codeError('NOT_FOUND')
  })
  app.all(`${tusPath}/:id`, handle)
  return app
}
