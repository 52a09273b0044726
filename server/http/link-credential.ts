import type { Context } from 'hono'
import { z } from 'zod'
import { clientOf } from '../auth/http/client.ts'
import type { Services } from '../services.ts'
import { hashOfToken } from '../token.ts'

/** The credential of a device with a recording link. Its secrets are hashed at once; only the hashes are passed on. */
export type LinkCredential = { id: string; secretHash: string; deviceHash: string }

/** Secret and device key have 256 bits each, in base64url. */
const header = /^Link\s+([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/i
const deviceKey = /^[A-Za-z0-9_-]{43}$/

/** `Authorization: Link <id>.<secret>` with `Kinora-Device: <key>`; null for anything else. */
export function readLinkCredential(c: Context): LinkCredential | null {
  const [, id, secret] = header.exec(c.req.header('authorization') ?? '') ?? []
  const device = c.req.header('kinora-device') ?? ''
  if (secret === undefined || !z.uuid().safeParse(id).success || !deviceKey.test(device)) return null
  return { id: id ?? '', secretHash: hashOfToken(secret), deviceHash: hashOfToken(device) }
}

/** The key that rate limits count a caller by: the network address, taken from proxy headers as far as the proxies are trusted. */
export function callerOf(c: Context, { env }: Pick<Services, 'env'>): string {
  return clientOf(c, { settings: env.auth }).limitKey
}
