import { createServer, type RequestListener } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { issuer as ours, type TestAuth } from './auth-service.ts'
import { portOf } from './oauth-server.ts'

export type Claims = { email?: string; email_verified?: boolean; name?: string; picture?: string }

export type OpenIdProvider = {
  /** The settings as an operator writes them. */
  settings: { clientId: string; secret: string; url: string }
  issuer: string
  /** Adds a person with an account at the provider. */
  addPerson(claims: Claims): string
  /** Changes the provider's claims about a person. */
  changePerson(subject: string, claims: Claims): void
  /** Logs in at the provider as `subject`, as a browser does; returns the address to which the browser is finally sent. */
  logIn(way: string, subject: string): Promise<URL>
  /** An ID token with arbitrary claims, as an application on a phone receives it. */
  idToken(claims: Partial<Record<string, unknown>>, expiresIn?: string): Promise<string>
}

const client = { clientId: 'kinora,kinora-phone', secret: 'the secret of the client' }

/** A real OpenID Connect provider on this machine; it is closed after the test. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people = new Map<string, Claims>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'theirs', alg: 'RS256', use: 'sig' }
  let handler: RequestListener = (_request, response) => response.end()
  const server = createServer((request, response) => handler(request, response))
  const issuer = `http://127.0.0.1:${await portOf(server)}`
  onTestFinished(() => void server.close().closeAllConnections())

  // The provider warns that it keeps everything in memory, which is intended in a test.
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const provider = createProvider(issuer, jwk, people)
  quiet.mockRestore()
  const answer = provider.callback()
  handler = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const accountId = String(request.headers['x-person'])
    void provider.interactionFinished(request, response, { login: { accountId } })
  }

  return {
    settings: { ...client, url: issuer },
    issuer,
    addPerson(claims) {
      const subject = `person-${people.size}-${crypto.randomUUID()}`
      people.set(subject, claims)
      return subject
    },
    changePerson: (subject, claims) => void people.set(subject, claims),
    logIn: (way, subject) => browse(way, { 'x-person': subject }),
    idToken: (claims, expiresIn = '5m') =>
      new SignJWT({ iss: issuer, aud: 'kinora', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(privateKey),
  }
}

/** The provider's names for things with a lifetime; no test depends on them. */
const kinds = [
  'AccessToken',
  'AuthorizationCode',
  'Grant',
  'IdToken',
  'Interaction',
  'RefreshToken',
  'Session',
]

function createProvider(issuer: string, jwk: object, people: Map<string, Claims>): Provider {
  return new Provider(issuer, {
    jwks: { keys: [jwk as never] },
    clients: [
      {
        client_id: 'kinora',
        client_secret: client.secret,
        redirect_uris: [`${ours}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: async () => true,
    ttl: Object.fromEntries(kinds.map((kind) => [kind, 600])),
    pkce: { required: () => true },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Follows redirects, with cookies, until one leaves this machine. */
async function browse(start: string, headers: Record<string, string>): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10; step += 1) {
    if (url.hostname !== '127.0.0.1') return url

    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { ...headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    url = new URL(next, url)
  }
  throw new Error('The redirects do not end')
}

/** The address to which Kinora's callback sends the browser after the provider's redirect. */
export async function comeBack(auth: TestAuth, callback: URL): Promise<URL> {
  const { status, headers, body } = await auth.call('GET', `/callback${callback.search}`)
  const location = headers.get('location')
  if (status !== 302 || location === null) throw new Error(`${status} ${JSON.stringify(body)}`)
  return new URL(location)
}

/** The whole sign-in: to the provider, logging in there, and back. */
export async function signInThere(
  auth: TestAuth,
  provider: OpenIdProvider,
  subject: string,
  query: Record<string, string> = {},
): Promise<URL> {
  const { headers } = await auth.call(
    'GET',
    `/authorize?${new URLSearchParams({ provider: 'google', ...query })}`,
  )
  return comeBack(auth, await provider.logIn(headers.get('location') ?? '', subject))
}

/** The parameters in the fragment of a redirect. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
}
