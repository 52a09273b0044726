import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { entryOf } from './auth/providers/catalogue.ts'
import { createOidcProvider } from './auth/providers/oidc.ts'
import { boundedFetch } from './bounded-answer.ts'
import { createPayments } from './payments/stripe.ts'
import { Bucket } from './storage/s3/bucket.ts'
import { newEmail, startAuth } from './testing/auth-service.ts'
import { createTestDatabase } from './testing/database.ts'

const PIECE = Buffer.alloc(1_000_000, ' ')
/** Far above the limit, but finite, so that a caller without a limit ends too. */
const ENDLESS = 200_000_000
/** The most that may be in flight when an answer is broken off, over a few retries. */
const TAKEN_MAX = 60_000_000

/** A service with endless answers, except on the paths for which answers are given. */
async function endlessService(answers: Record<string, object> = {}, status = 200) {
  let sent = 0
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(status, { 'content-type': 'application/json' })
    if (answer) return response.end(JSON.stringify(answer))
    for (let own = 0; own < ENDLESS && !response.destroyed; own += PIECE.length) {
      sent += PIECE.length
      if (!response.write(PIECE)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, sent: () => sent }
}

/** Expects a request to fail before its answer has used up the memory. */
async function expectBrokenOff(asking: Promise<unknown>, { sent }: { sent: () => number }): Promise<void> {
  await expect(asking).rejects.toThrow()
  expect(sent()).toBeGreaterThan(PIECE.length)
  expect(sent()).toBeLessThan(TAKEN_MAX)
}

test('an answer that ends is read as it is, with its status and its headers', async () => {
  const service = await endlessService({ '/who': { sub: 'ana' } }, 403)

  const answer = await boundedFetch(`${service.url}/who`)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/json'])
  expect(await answer.json()).toEqual({ sub: 'ana' })
})

const provider = (issuer: string) => {
  const entry = entryOf('keycloak')
  if (entry?.kind !== 'oidc') throw new Error('no provider of OpenID')
  const settings = {
    clientId: ['kinora'],
    secret: 'secret',
    url: issuer,
    skipNonceCheck: true,
    emailOptional: true,
  }
  return createOidcProvider('keycloak', entry, settings, 'http://localhost/callback')
}

test('a provider that does not end saying what it is, or its keys, is broken off', async () => {
  const silent = await endlessService()
  const asked = { state: 'a', verifier: 'b'.repeat(43), nonce: 'c', scopes: [], extra: new URLSearchParams() }
  await expectBrokenOff(Promise.resolve(provider(silent.url).authorizationUrl(asked)), silent)

  const answers: Record<string, object> = {}
  const published = await endlessService(answers)
  answers['/.well-known/openid-configuration'] = {
    issuer: published.url,
    jwks_uri: `${published.url}/keys`,
    authorization_endpoint: `${published.url}/authorize`,
    token_endpoint: `${published.url}/token`,
  }
  const token = `${Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url')}.e30.c2ln`
  const verifying = provider(published.url).verifyIdToken?.(token, { nonce: '', accessToken: '' })
  await expectBrokenOff(Promise.resolve(verifying), published)
})

test('a list of leaked passwords that does not end counts as none', async () => {
  const { pool } = await createTestDatabase()
  const list = await endlessService()
  const auth = await startAuth(pool, {
    autoconfirm: true,
    leakedPasswords: { check: true, url: `${list.url}/range/` },
  })

  const body = { email: newEmail(), password: 'correct horse battery' }
  expect((await auth.call('POST', '/signup', { body })).status).toBe(200)
  expect(list.sent()).toBeLessThan(TAKEN_MAX)
})

test('a service of payments that does not end is broken off', async () => {
  const service = await endlessService()
  const payments = await createPayments({
    payments: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', prices: {}, url: service.url },
  })

  await expectBrokenOff(Promise.resolve(payments?.stripe.customers.retrieve('cus_1')), service)
})

test('a store that does not end listing, or saying what is wrong, is broken off', async () => {
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const place = { bucket: 'families', prefix: '', region: 'us-east-1', isPathStyle: true }
  const bucketOf = (endpoint: string) => new Bucket({ ...place, endpoint }, keys)
  const listing = await endlessService()
  await expectBrokenOff(bucketOf(listing.url).list('media/', '', 10), listing)

  const refusing = await endlessService({}, 400)
  await expectBrokenOff(bucketOf(refusing.url).get('media/a', 0, 10), refusing)
})
