import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { expectForeseen } from './testing/hostile/answers.ts'
import { authFields } from './testing/hostile/auth-fields.ts'
import type { Call } from './testing/hostile/hostile-calls.ts'
import { plainCalls, type Route } from './testing/hostile/plain-calls.ts'
import { createTestKinora } from './testing/kinora.ts'
import { keepSomethingOfEachKind } from './testing/one-of-each.ts'

/*
 * What is no procedure of the contract: the accounts' service, chunks, uploads by tus, files, archives, mails, payments.
 * KINORA_CALLS says how many calls are made in all, as for bad-input.test.ts.
 */
const CALLS = Number(process.env.KINORA_CALLS ?? 1500)
const SECRET = 'wildgeese'
const AUTH_JWT_SECRET = 'a-secret-that-only-this-test-knows-of'

const kinora = await createTestKinora({
  AUTH_JWT_SECRET,
  AUTH_PHONE: 'true',
  AUTH_ANONYMOUS: 'true',
  AUTH_MANUAL_LINKING: 'true',
  AUTH_WALLETS: 'ethereum,solana',
  INBOUND_MAIL_ADDRESS: 'stories@example.com',
  INBOUND_MAIL_SECRET: 'a-secret-that-only-this-test-knows-of',
})
const ana = await kinora.person('Ana')
const anasOwn = await keepSomethingOfEachKind(kinora, ana, SECRET)
const operator = await new SignJWT({ role: 'service_role' })
  .setProtectedHeader({ alg: 'HS256' })
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(new TextEncoder().encode(AUTH_JWT_SECRET))

const ids = {
  named: { mediaId: anasOwn.media, exportId: anasOwn.archive },
  all: [...Object.values(anasOwn), ana.id],
}
const routes: Route[] = kinora.app.routes
  // The document of the API names the failure that nothing here may end in.
  .filter(({ path }) => !path.endsWith('*') && path !== '/' && path !== '/api/openapi.json')
  .flatMap(({ method, path }) =>
    method === 'ALL'
      ? ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].map((one) => ({ method: one, path }))
      : { method, path },
  )

// As long as it takes, where somebody asks for more than CI does.
if (process.env.KINORA_CALLS !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })

test('there is something to call', () => {
  expect(routes.length).toBeGreaterThan(60)
})

test.for(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s foresees whatever is sent to it',
  async ([, route]) => {
    const calls = plainCalls(route, route.path.startsWith('/auth/') ? authFields : {}, ids)
    // Some calls end the sign-in or change its password: the next route gets somebody new.
    const mallory = await kinora.person('Mallory')

    await runs(calls, undefined)
    await runs(calls, mallory.accessToken)
    if (route.path.startsWith('/auth/')) await runs(calls, operator)
  },
)

test('the procedures foresee whatever is sent in the form that our own pages use', async () => {
  const call = fc
    .tuple(
      fc.constantFrom(
        'stories/create',
        'stories/list',
        'live/changes',
        'nowhere',
        '__proto__',
        'stories/__proto__',
      ),
      fc.jsonValue(),
      fc.array(
        fc.tuple(fc.integer({ min: -1, max: 30 }), fc.constantFrom('title', '__proto__', 'constructor', '0')),
      ),
    )
    .map(([name, json, meta]) => ({
      method: 'POST',
      path: `/rpc/${name}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json, meta }),
    }))
  await runs(call, undefined, 5)
})

async function runs(calls: fc.Arbitrary<Call>, token: string | undefined, more = 1): Promise<void> {
  const property = fc.asyncProperty(calls, async ({ path, headers, ...request }) => {
    const signedIn: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await kinora.app.request(path, { ...request, headers: { ...headers, ...signedIn } })
    await expectForeseen(response, token === operator ? null : SECRET)
  })
  const numRuns = more * Math.max(1, Math.round(CALLS / 2.5 / routes.length))
  const seed = process.env.KINORA_CALLS === undefined ? { seed: 1_943 } : {}
  await fc.assert(property, { numRuns, ...seed })
}
