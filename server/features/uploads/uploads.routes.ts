import { type Context, Hono } from 'hono'
import { tusPath } from '#contract/media.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf, giveBack } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { checksumAlgorithms, readChecksum } from './upload-checksum.ts'

/**
 * Uploads of files that people choose, by tus 1.0 (https://tus.io/protocols/resumable-upload). Each request acts as the
 * person whose token it bears.
 */
export function uploadRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  const handle = async (c: Context<HttpEnv>): Promise<Response> => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const checksum = readChecksum(c.req.header('upload-checksum') ?? null)
    if (checksum === 'unreadable') throw codeError('BAD_REQUEST')

    // The tus library is loaded with the first request.
    const { answerTus } = await import('./answer-tus.ts')
    const sent = { body: bodyOf(c), giveBack: (pieces: Uint8Array[]) => giveBack(c, pieces), checksum }
    const answered = await answerTus(services, claims, c.req.raw, sent)
    // When the stock client's HEAD, which asks where to go on, fails with anything but 423 (locked), the client drops
    // the upload and starts again from nothing. So a failure of the server is answered with 423.
    const isAskedInVain = c.req.method === 'HEAD' && answered.status >= 500
    const response = isAskedInVain ? new Response(null, { status: 423, headers: answered.headers }) : answered
    response.headers.set('Tus-Checksum-Algorithm', checksumAlgorithms.join(','))
    return response
  }
  app.all(tusPath, handle)
  // The library would create a new upload here, whatever id the address has.
  app.post(`${tusPath}/:id`, () => {
    throw codeError('NOT_FOUND')
  })
  app.all(`${tusPath}/:id`, handle)
  return app
}
