import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { Secrets } from '../../secrets.ts'
import type { Services } from '../../services.ts'

export const mediaFilePath = '/media/files'

/**
 * Addresses change twice an hour at most, so that a list that is read again names the same pictures and the browser
 * finds them in its cache.
 */
const STEP_SECONDS = limits.mediaAddressSeconds / 2

/** What an address stands for, once its signature was found to be ours. */
export type SignedMedia = { ownerId: string; mediaId: string }

const signedQuery = z.object({
  owner: z.uuid(),
  expires: z.coerce.number().int().positive(),
  signature: z.string().min(1),
})

/** Signing costs more than all else a list does with a row, and the same address is good for half an hour. */
const ADDRESSES_REMEMBERED = 20_000
const remembered = new WeakMap<Secrets, Map<string, string>>()

/** A function that signs addresses of one person's media: valid for an hour at least, without a query per row. */
export function addressSigner(
  { secrets }: Pick<Services, 'secrets'>,
  userId: string,
): (mediaId: string) => string {
  const expires = expiryFrom(Date.now())
  const key = mediaKey(secrets)
  const known = remembered.get(secrets) ?? new Map<string, string>()
  remembered.set(secrets, known)

  return (mediaId) => {
    const name = `${userId}/${mediaId}/${expires}`
    const address = known.get(name) ?? addressOf(key, userId, mediaId, expires)
    if (known.size >= ADDRESSES_REMEMBERED) known.clear()
    known.set(name, address)
    return address
  }
}

/** The address of one file and of its download, with the instant at which both stop working. */
export function signAddress(secrets: Secrets, userId: string, mediaId: string) {
  const expires = expiryFrom(Date.now())
  const url = addressOf(mediaKey(secrets), userId, mediaId, expires)
  return { url, downloadUrl: `${url}&download=1`, expiresAt: new Date(expires * 1000).toISOString() }
}

/** Whose file an address opens, or null where the signature is not ours, is for another file, or is too old. */
export function verifyAddress(
  secrets: Secrets,
  mediaId: string,
  query: Record<string, string>,
  now = Date.now(),
): SignedMedia | null {
  const read = signedQuery.safeParse(query)
  if (!read.success) return null

  const { owner, expires, signature } = read.data
  const expected = signatureOf(mediaKey(secrets), owner, mediaId, expires)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return expires * 1000 > now ? { ownerId: owner, mediaId } : null
}

function addressOf(key: Uint8Array, userId: string, mediaId: string, expires: number): string {
  const signature = signatureOf(key, userId, mediaId, expires).toString('base64url')
  return `${mediaFilePath}/${mediaId}?owner=${userId}&expires=${expires}&signature=${signature}`
}

/** Ids are of fixed form and the expiry is a number, so that no two triples make the same text. */
function signatureOf(key: Uint8Array, userId: string, mediaId: string, expires: number): Buffer {
  return createHmac('sha256', key).update(`${userId}/${mediaId}/${expires}`).digest()
}

function mediaKey(secrets: Secrets): Uint8Array {
  return secrets.derive('media-url')
}

function expiryFrom(now: number): number {
  return Math.ceil(now / 1000 / STEP_SECONDS) * STEP_SECONDS + limits.mediaAddressSeconds
}
