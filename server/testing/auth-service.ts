import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import type { Argon2Cost } from '../auth/accounts/password-hashes.ts'
import { type AuthService, createAuth } from '../auth/create-auth.ts'
import { type AuthKeys, fixedKeys, type KeySet, parseAuthKeys } from '../auth/keys.ts'
import type { Message } from '../auth/mails/letter.ts'
import type { AuthSettingsInput } from '../auth/settings.ts'
import type { Sms, SmsPort } from '../auth/sms/texter.ts'
import { createSecrets } from '../secrets.ts'
import { quickHashes } from './quick-hashes.ts'

export const siteUrl = 'https://site.test'
export const issuer = 'https://site.test/auth/v1'

export type Answer = {
  status: number
  headers: Headers
  // The body is `any`, because each test states what it expects of it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

type Request = { token?: string; headers?: Record<string, string>; body?: unknown; raw?: string }

export type TestAuth = AuthService & {
  /** The base address on a real loopback server, for standard clients. */
  url: string
  keys: KeySet
  privateKeys: string
  call(method: string, path: string, request?: Request): Promise<Answer>
  /** The mails sent to an address so far, oldest first. */
  mailsTo(address: string): Promise<MailParts[]>
  /** The newest of these mails; throws if there is none. */
  mailTo(address: string): Promise<MailParts>
  /** The codes texted to a phone so far, oldest first. */
  codesTo(phone: string): Promise<string[]>
  /** The text messages that contained them. */
  textsTo(phone: string): Promise<Sms[]>
  /** Everything the service logged. */
  logged: string[]
}

export type MailParts = Message & { code: string; link: URL; tokenHash: string; type: string }

/** Limits so high that no test reaches them unless it sets its own. */
const wide = { points: 1_000_000, seconds: 60 }
export const unlimited = {
  otp: wide,
  anonymous: wide,
  token: wide,
  verify: wide,
  web3: wide,
  sso: wide,
  factor: wide,
  accountFailures: wide,
  codeFailures: wide,
  mails: wide,
  mailGapSeconds: 0,
  sms: wide,
  smsGapSeconds: 0,
}

/** Starts the account service on a loopback server at `/auth/v1`, in front of the given database. It is closed after the test. */
export async function startAuth(
  pool: Pool,
  settings: Partial<AuthSettingsInput> = {},
  options: {
    keys?: string
    /** Keys that may be rotated while the service runs. */
    rotating?: AuthKeys
    deliver?: (message: Message) => Promise<void>
    /** Another queue for text messages; null for a service without one. */
    sms?: SmsPort | null
    /** The cost of hashing passwords, for tests about it. */
    passwordCost?: Argon2Cost
  } = {},
): Promise<TestAuth> {
  const sent: Message[] = []
  const texted: Sms[] = []
  const logged: string[] = []
  const record = (fields: Record<string, unknown>, message: string) => {
    logged.push(
      `${message} ${JSON.stringify(fields, (_key, value) => (value instanceof Error ? value.stack : value))}`,
    )
  }
  const privateKeys = options.keys ?? (await newPrivateKeys())
  const keys = await parseAuthKeys(privateKeys)
  const service = await createAuth({
    pool,
    settings: { siteUrl, externalUrl: issuer, rateLimits: unlimited, ...settings },
    keys: options.rotating ?? fixedKeys(keys),
    secrets: createSecrets(randomBytes(32)),
    mail: {
      sendMail: async (_tx, message) => {
        await options.deliver?.(message)
        sent.push(message)
      },
    },
    ...(options.sms === null
      ? {}
      : { sms: options.sms ?? { sendSms: async (_tx, message) => texted.push(message) } }),
    log: { info: record, warn: record, error: record },
    passwordCost: options.passwordCost ?? quickHashes,
  })

  const origin = await listen(new Hono().route('/auth/v1', service.app))
  const url = `${origin}/auth/v1`

  const mailsTo = async (address: string) => {
    await service.settled()
    return sent.filter(({ to }) => to === address).map(partsOf)
  }
  const textsTo = async (phone: string) => {
    await service.settled()
    return texted.filter(({ to }) => to === phone)
  }
  return {
    ...service,
    url,
    keys,
    privateKeys,
    logged,
    call: (method, path, request) => send(method, `${url}${path}`, request),
    mailsTo,
    textsTo,
    async codesTo(phone) {
      return (await textsTo(phone)).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')
    },
    async mailTo(address) {
      const newest = (await mailsTo(address)).at(-1)
      if (newest === undefined) throw new Error(`No mail was sent to ${address}`)
      return newest
    },
  }
}

/** An address that is new to this database. */
export const newEmail = (): string => `person-${randomUUID()}@example.com`

export const password = 'a long enough password'

/** Signs a new person up with a service that needs no confirmation. */
export async function newAccount(auth: TestAuth, email: string = newEmail()): Promise<Account> {
  const { status, body } = await auth.call('POST', '/signup', { body: { email, password } })
  if (status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(body)}`)
  return { email, id: body.user.id, ...tokensOf(body) }
}

export type Account = { email: string; id: string; token: string; refreshToken: string }

/** Opens one more session of the same person. */
export async function logIn(auth: TestAuth, email: string, secret: string = password) {
  const { body } = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password: secret },
  })
  return tokensOf(body)
}

function tokensOf(body: { access_token: string; refresh_token: string }) {
  return { token: body.access_token, refreshToken: body.refresh_token }
}

async function newPrivateKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256' }] })
}

async function listen(app: Hono): Promise<string> {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  if (!server.listening) await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function send(method: string, url: string, request: Request = {}): Promise<Answer> {
  const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'x-supabase-api-version': '2024-01-01',
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body }),
  })

  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** The code and the link of a mail, taken from its plain text. */
function partsOf(message: Message): MailParts {
  const link = new URL(/https:\/\/\S+/.exec(message.text)?.[0] ?? 'https://none.test')
  return {
    ...message,
    code: /type (\d{6})\./.exec(message.text)?.[1] ?? '',
    link,
    tokenHash: link.searchParams.get('token_hash') ?? '',
    type: link.searchParams.get('type') ?? '',
  }
}

export const refresh = (auth: TestAuth, refreshToken: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
