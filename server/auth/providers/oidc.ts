import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import { boundedFetch } from '../../bounded-answer.ts'
import { jsonOrNull } from '../../json.ts'
import { isSameSecret } from '../../same-secret.ts'
import { sha256Of } from '../../sha256.ts'
import type { FoundIdentity } from '../accounts/identities.ts'
import type { Metadata } from '../accounts/users.ts'
import { OAuthError } from '../errors.ts'
import type { OidcEntry } from './catalogue.ts'
import { answeredUrl, discoverOnce, exchangeFailed } from './connection.ts'
import { emailOf, keepable, profileOf } from './profiles.ts'
import { assertEmail, type Provider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Only asymmetric algorithms: the key of an HMAC would be our own client secret, which applications may know. */
const idTokenAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']

/** A provider that supports OpenID Connect: the person's identity comes from its ID token. */
export function createOidcProvider(
  name: string,
  entry: OidcEntry,
  settings: ProviderSettings,
  redirectUri: string,
): Provider {
  const issuer = settings.url ?? entry.issuer ?? ''
  const discover = discoverOnce(issuer, settings.clientId[0] ?? '', settings.secret)
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  const identityOf = (claims: Metadata, spokenName?: string): FoundIdentity => {
    const identity = { provider: name, ...profileOfClaims(claims, entry, spokenName) }
    // A cleaned-up subject could be that of another person, so the token is refused instead.
    if (keepable(identity.subject) !== identity.subject) throw badIdToken()
    assertEmail(identity, settings)
    return identity
  }

  return {
    name,
    settings,
    issuer,
    async authorizationUrl({ state, verifier, nonce, scopes, extra }) {
      return client.buildAuthorizationUrl(await discover().catch(failExchange), {
        ...Object.fromEntries(extra),
        redirect_uri: redirectUri,
        scope: [...new Set([...entry.scopes, ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(entry.answersByPost ? { response_mode: 'form_post' } : {}),
      })
    },

    async finish(answer, { state, verifier, nonce }) {
      const configuration = await discover().catch(failExchange)
      const tokens = await client
        .authorizationCodeGrant(configuration, answeredUrl(redirectUri, answer), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(failExchange)

      const claims = tokens.claims() ?? { sub: '' }
      const told = await tellMore(configuration, tokens.access_token, claims)
      return {
        identity: identityOf(told, nameInForm(answer)),
        tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
      }
    },

    async verifyIdToken(idToken, { nonce, accessToken }) {
      const configuration = await discover().catch(failExchange)
      const { jwks_uri: address, issuer: published } = configuration.serverMetadata()
      if (address === undefined) throw badIdToken()
      keys ??= createRemoteJWKSet(new URL(address), { timeoutDuration: 5000, [customFetch]: boundedFetch })

      const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
        algorithms: idTokenAlgorithms,
        requiredClaims: ['sub', 'exp', 'iat', 'iss', 'aud'],
      }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError ? badIdToken() : error
      })
      if (!isIssuedBy(payload, published)) throw badIdToken()
      assertAudience(payload, settings.clientId)
      assertNonce(payload, nonce, settings)
      assertAccessToken(payload, accessToken, protectedHeader.alg)
      return identityOf(payload)
    },
  }
}

/** Some providers leave the address out of the ID token; it is then fetched as user info, whose subject must be the same. */
async function tellMore(
  configuration: client.Configuration,
  accessToken: string,
  claims: { sub: string } & Metadata,
): Promise<Metadata> {
  if (claims.email !== undefined) return claims
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims

  const more = await client.fetchUserInfo(configuration, accessToken, claims.sub).catch(failExchange)
  return { ...more, ...claims }
}

function profileOfClaims(claims: Metadata, entry: OidcEntry, spokenName: string | undefined) {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined)
  // Apple writes the boolean as text.
  const isVerified =
    entry.isEmailVerified?.(claims) ?? (claims.email_verified === true || claims.email_verified === 'true')

  return profileOf(text('iss') ?? '', text('sub') ?? '', {
    emails: emailOf(text('email'), isVerified),
    name: text('name') ?? spokenName,
    userName: text('preferred_username'),
    picture: text('picture'),
  })
}

const formSchema = z.object({
  name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }),
})

/** Apple sends the person's name only once, as a form field beside its first answer. */
function nameInForm(answer: URLSearchParams): string | undefined {
  const text = answer.get('user') ?? ''
  const form = z.string().transform(jsonOrNull).pipe(formSchema).safeParse(text)
  if (!form.success) return undefined

  const { firstName, lastName } = form.data.name
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? undefined : name
}

/** Whether the token's issuer is right. Microsoft's common issuer is a template for all tenants; a token names its own tenant. */
function isIssuedBy(payload: JWTPayload, published: string): boolean {
  const tenant = typeof payload.tid === 'string' ? payload.tid : ''
  return (
    payload.iss === published || (tenant !== '' && payload.iss === published.replace('{tenantid}', tenant))
  )
}

function assertAudience(payload: JWTPayload, clientIds: string[]): void {
  const audiences = [payload.aud].flat().filter((aud) => aud !== undefined)
  if (audiences.some((aud) => clientIds.includes(aud))) return
  throw new OAuthError('invalid_request', `Unacceptable audience in id_token: [${audiences.join(' ')}]`)
}

/** The application gave the provider only the hash of its nonce: a stolen ID token cannot be used without the nonce itself. */
function assertNonce(payload: JWTPayload, nonce: string, { skipNonceCheck }: ProviderSettings): void {
  if (skipNonceCheck) return

  const stated = typeof payload.nonce === 'string' ? payload.nonce : ''
  if ((stated === '') !== (nonce === '')) {
    throw new OAuthError(
      'invalid_request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (nonce === '') return

  const expected = sha256Of(nonce)
  if (!isSameSecret(stated, expected)) throw new OAuthError('invalid_nonce', 'Nonces mismatch')
}

/** Checks, if both are given, that the ID token's `at_hash` is that of the access token which it was issued with. */
function assertAccessToken(payload: JWTPayload, accessToken: string, algorithm: string): void {
  const stated = payload.at_hash
  if (accessToken === '' || typeof stated !== 'string') return

  const hash = createHash(hashOf(algorithm)).update(accessToken).digest()
  if (!isSameSecret(stated, hash.subarray(0, hash.length / 2).toString('base64url'))) throw badIdToken()
}

function hashOf(algorithm: string): string {
  if (algorithm.startsWith('Ed')) return 'sha512'
  return `sha${algorithm.slice(-3)}`
}

function badIdToken(): OAuthError {
  return new OAuthError('invalid_request', 'Bad ID token')
}

function failExchange(error: unknown): never {
  throw exchangeFailed(error)
}
