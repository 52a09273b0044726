import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { type Person, personOf } from './testing/family.ts'
import { expectForeseen } from './testing/hostile/answers.ts'
import { authFields } from './testing/hostile/auth-fields.ts'
import type { KnownIds, Schema } from './testing/hostile/from-schema.ts'
import type { Call } from './testing/hostile/hostile-calls.ts'
import { keepTokens } from './testing/hostile/known-tokens.ts'
import { plainCalls, type Route, wellMeant } from './testing/hostile/plain-calls.ts'
import { createTestKinora } from './testing/kinora.ts'
import { keepSomethingOfEachKind } from './testing/one-of-each.ts'
import { deviceThatRecords } from './testing/recording-links.ts'

/*
 * Calls on everything that is not a procedure of the contract: the account service, chunks, tus uploads, files, archives, mails,
 * payments. KINORA_CALLS sets the total number of calls, as for bad-input.test.ts.
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
const operatorsToken = await new SignJWT({ role: 'service_role' })
  .setProtectedHeader({ alg: 'HS256' })
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(new TextEncoder().encode(AUTH_JWT_SECRET))

const tokenOf = await keepTokens(kinora, await kinora.person('Tess'))
const phone = await deviceThatRecords(kinora.app, ana)
const vera = await kinora.person('Vera')
const mailFields: Schema = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] }

function fieldsOf(path: string): Schema {
  if (path.startsWith('/auth/')) return authFields
  return path.startsWith('/mail/') ? mailFields : {}
}

/** The value of `:id`, by kind, for calls about a thing of Ana's. */
const ids: Record<string, string> = {
  recordings: phone.recording,
  uploads: anasOwn.upload,
  imports: anasOwn.archive,
  archives: anasOwn.archive,
  books: anasOwn.bookFile,
  portraits: anasOwn.member,
}
function known(path: string): KnownIds {
  const [id, token] = [ids[path.split('/')[2] ?? ''], tokenOf(path)]
  const named = { mediaId: anasOwn.media }
  return {
    named: { ...named, ...(id === undefined ? {} : { id }), ...(token === undefined ? {} : { token }) },
    // The operator may delete any account, but the owner of the things has to stay.
    all: [...Object.values(anasOwn), path.startsWith('/auth/') ? vera.id : ana.id],
  }
}

/** A caller, and the word that no answer to them may contain. */
type Actor = { by: string; request: Person['request']; unseen: string | null }
const nobody: Actor = {
  by: 'nobody',
  request: async (path, init) => kinora.app.request(path, init),
  unseen: SECRET,
}
/** Calls the app directly, because the usual client of a person would wait for the end of live streams. */
const withToken = (accessToken: string) => personOf(kinora.app, { ...ana, accessToken }).request
const operator: Actor = { by: 'the operator', request: withToken(operatorsToken), unseen: null }
const owner: Actor = { by: 'the owner', request: withToken(ana.accessToken), unseen: null }
const link: Actor = { by: 'a link', request: phone.request, unseen: SECRET }
/** The calls that succeeded, with their callers. */
const done = new Set<string>()

const routes: Route[] = kinora.app.routes
  // The OpenAPI document contains the name of the very error that no call here may end in.
  .filter(({ path }) => !path.endsWith('*') && path !== '/' && path !== '/api/openapi.json')
  .flatMap(({ method, path }) =>
    method === 'ALL'
      ? ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'].map((one) => ({ method: one, path }))
      : { method, path },
  )

// No time limit if a longer run than CI's is requested.
if (process.env.KINORA_CALLS !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })

test('there is something to call', () => {
  expect(routes.length).toBeGreaterThan(60)
})

test.for(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s foresees whatever is sent to it',
  async ([, route]) => {
    const isOfAccounts = route.path.startsWith('/auth/')
    const calls = plainCalls(route, fieldsOf(route.path), known(route.path))
    // Some calls sign the person out or change their password, so each route gets a new person.
    const mallory = await kinora.person('Mallory')

    const name = `${route.method} ${route.path}`
    await runs(name, calls, nobody)
    await runs(name, calls, { by: 'a stranger', request: withToken(mallory.accessToken), unseen: SECRET })
    await runs(name, calls, isOfAccounts ? operator : owner, name in wellMeant ? 3 : 1)
    if (route.path.startsWith('/media/recordings/')) await runs(name, calls, link, 3)
  },
)

test.skipIf(CALLS < 1500)('some of what is sent comes as far as the insides', () => {
  expect([...done]).toEqual(
    expect.arrayContaining([
      'PUT /media/portraits/:id by the owner',
      'PUT /media/imports/:id by the owner',
      'PUT /media/recordings/:id/chunks/:index by the owner',
      'PUT /media/recordings/:id/chunks/:index by a link',
      'POST /mail/unsubscribe by nobody',
      'POST /mail/notices/unsubscribe by nobody',
    ]),
  )
})

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
  await runs('POST /rpc', call, nobody, 5)
})

async function runs(name: string, calls: fc.Arbitrary<Call>, actor: Actor, more = 1): Promise<void> {
  const property = fc.asyncProperty(calls, async ({ path, ...request }) => {
    const response = await actor.request(path, request)
    await expectForeseen(response.clone(), actor.unseen)
    if (response.ok) done.add(`${name} by ${actor.by}`)
  })
  const numRuns = more * Math.max(1, Math.round(CALLS / 3 / routes.length))
  const seed = process.env.KINORA_CALLS === undefined ? { seed: 1_943 } : {}
  await fc.assert(property, { numRuns, ...seed })
}
