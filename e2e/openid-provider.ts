import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'

const client = { clientId: 'kinora', secret: 'the secret of the client' }

/** A real OpenID Connect provider on this machine, with one person's account and a consent page. */
export type OpenIdProvider = {
  /** The value for AUTH_PROVIDERS: the provider stands in for Google and for iCloud. */
  setting: string
  /** Tells the provider the address of Kinora. */
  serve: (origin: string) => void
  close: () => void
}

export async function startOpenIdProvider(person: { email: string; name: string }): Promise<OpenIdProvider> {
  let handler: RequestListener = (_request, response) => response.end()
  const server = createServer((request, response) => handler(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the provider')
  const url = `http://127.0.0.1:${address.port}`

  return {
    setting: JSON.stringify({ google: { ...client, url } }),
    serve(origin) {
      const provider = createProvider(url, origin, person)
      const answer = provider.callback()
      handler = (request, response) => {
        const isPage = request.url?.startsWith('/interaction/')
        void (isPage ? ask(provider, request, response) : answer(request, response))
      }
    },
    close: () => server.close().closeAllConnections(),
  }
}

/** The provider's own page, on which the person signs in or cancels. */
async function ask(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? ''
  if (url.endsWith('/yes')) {
    await provider.interactionFinished(request, response, { login: { accountId: 'the-person' } })
  } else if (url.endsWith('/no')) {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
  } else {
    response.setHeader('content-type', 'text/html')
    response.end(`<a href="${url}/yes">Yes, it is me</a> <a href="${url}/no">Turn back</a>`)
  }
}

function createProvider(issuer: string, origin: string, person: { email: string; name: string }): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.secret,
        redirect_uris: [`${origin}/auth/v1/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...person, email_verified: true }),
    }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}
