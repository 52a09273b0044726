import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, ValidationError } from '@orpc/server'
import type { FetchHandler } from '@orpc/server/fetch'
import { type Context, Hono } from 'hono'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { clientOf } from '../auth/http/client.ts'
import { limitBody } from '../auth/http/limit-body.ts'
import { codeError, declaredFailure } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AppRouter } from '../router.ts'
import type { Services } from '../services.ts'
import { readClaims } from './bearer.ts'
import { errorAnswer } from './error-answer.ts'
import type { HttpEnv } from './http-env.ts'
import { readLinkCredential } from './link-credential.ts'
import { createRpcHandler } from './rpc-handler.ts'
import type { RequestContext } from './signed-in.ts'

/** Mounts the one contract twice: as RPC for our web app at /rpc, and as REST for other clients at /api. */
export function contractRoutes(services: Services, router: AppRouter, version: string): Hono<HttpEnv> {
  // A new object for each handler, because their plugins modify the options they are given.
  const options = () => ({ clientInterceptors: [hideUnforeseen(services.log)] })
  const rpc = createRpcHandler(router, options())
  const rest = new OpenAPIHandler<RequestContext>(router, options())
  const app = new Hono<HttpEnv>()

  const smallBodies = limitBody({
    maxSize: limits.jsonBodyBytes,
    onError: (c) => errorAnswer(c, 'PAYLOAD_TOO_LARGE'),
  })
  const answer =
    (handler: FetchHandler<RequestContext>, prefix: '/rpc' | '/api') => async (c: Context<HttpEnv>) => {
      const context = {
        claims: await readClaims(c, services),
        link: readLinkCredential(c),
        requestId: c.var.requestId,
        caller: clientOf(c, { settings: services.env.auth }).limitKey,
      }
      const { matched, response } = await handler.handle(c.req.raw, { prefix, context })
      return matched ? response : errorAnswer(c, 'NOT_FOUND')
    }

  const description = describeContract(services.env.publicUrl, version)
  app.get('/api/openapi.json', async (c) => c.json(await description()))
  app.all('/rpc/*', smallBodies, answer(rpc, '/rpc'))
  app.all('/api/*', smallBodies, answer(rest, '/api'))
  return app
}

type Call = { context: RequestContext; path: readonly string[]; next: () => Promise<unknown> }

/** Logs in full any error that the contract does not declare, and hides it from the caller, who gets only an id to quote. */
function hideUnforeseen(log: Log) {
  return async ({ context, path, next }: Call): Promise<unknown> => {
    try {
      return await next()
    } catch (error) {
      if (error instanceof ORPCError && error.status !== errorStatus.INTERNAL_SERVER_ERROR) throw error
      const from = {
        err: error,
        requestId: context.requestId,
        procedure: path.join('.'),
        ...misfitsOf(error),
      }
      // An internal error of the library itself: a response that does not match the contract is not a declared error either.
      const declared = error instanceof ORPCError ? undefined : declaredFailure(error)
      // Only the operator can fix a full disk or an unreachable database or store, and only the log tells them.
      if (declared && isOperators(declared.code)) log.error(from, declared.code)
      if (declared) throw declared

      log.error(from, 'a procedure failed')
      throw codeError('INTERNAL_SERVER_ERROR', { id: context.requestId })
    }
  }
}

/** Where a response does not match the contract, and what was expected there; not the actual value, which is personal data. */
function misfitsOf(error: unknown): { misfits?: string[] } {
  const cause = error instanceof ORPCError ? error.cause : undefined
  if (!(cause instanceof ValidationError)) return {}
  return {
    misfits: cause.issues.map(({ path = [], message }) => `${path.map(String).join('.')}: ${message}`),
  }
}

const isOperators = (code: ErrorCode) => code === 'STORAGE_FULL' || code === 'STORAGE_UNAVAILABLE'

/** The OpenAPI document, generated once, at the first request for it. */
function describeContract(publicUrl: string, version: string): () => Promise<object> {
  let document: Promise<object> | undefined

  const generate = async () => {
    const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
      import('@orpc/openapi'),
      import('@orpc/zod/zod4'),
    ])
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
    return generator.generate(contract, {
      info: { title: 'Kinora', version },
      servers: [{ url: `${publicUrl}/api` }],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    })
  }
  return () => {
    document ??= generate()
    return document
  }
}
