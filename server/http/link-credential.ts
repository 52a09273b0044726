import type { Context } from 'hono'
import { z } from 'zod'
import { clientOf } from '../auth/http/client.ts'
import type { Services } from '../services.ts'
import { hashOfToken } from '../token.ts'

/** What a device sends with a recording link. Only hashes go any further. */
export type LinkCredential = { id: string; secretHash: string; deviceHash: string }

/** 256 bits each, in base64url. */
const header = /^Link\s+([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/i
const deviceKey = /^[A-Za-z0-9_-]{43}$/

/** `Authorization: Link <id>.<secret>` with `Kinora-Device: <key>`; null for anything else. */
export function readLinkCredential(c: Context): LinkCredential | null {
  const [, id, secret] = header.exec(c.req.header('authorization') ?? '') ?? []
  const device = c.req.header('kinora-device') ?? ''
  if (secret === undefined || !z.uuid().safeParse(id).success || !deviceKey.test(device)) return null
  return { id: id ?? '', secretHash: hashOfToken(secret), deviceHash: hashOfToken(device) }
}

/** Whom a limit counts: the network address, as far as proxies are to be believed. */
export function callerOf(c: Context, { env }: Pick<Services, 'env'>): string {
  return clientOf(c, { settings: env.auth }).limitKey
}
