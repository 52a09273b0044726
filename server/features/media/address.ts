import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { isSameSignature } from '../../same-secret.ts'
import type { Secrets } from '../../secrets.ts'
import type { Services } from '../../services.ts'

export const mediaFilePath = '/media/files'

/**
 * Addresses change at most twice an hour, so that a list that is loaded again has the same picture addresses and the browser
 * finds the pictures in its cache.
 */
const STEP_SECONDS = limits.mediaAddressSeconds / 2

/**
 * For whom an address was signed: a person; a public link, with the SHA-256 of its password's hash if it has a password; or
 * whoever has the address of a public profile, by the SHA-256 of that address. An address opens what its reader may see at
 * the moment it is used, and nothing once they may not.
 */
export type AddressReader = { person: string } | { link: string; word: string | null } | { profile: string }

/** What an address stands for, once its signature has been verified. */
export type SignedMedia = { ownerId: string; mediaId: string; reader: AddressReader }

const signedQuery = z.object({
  owner: z.uuid(),
  for: z.string().max(200),
  expires: z.coerce.number().int().positive(),
  signature: z.string().min(1),
})

/**
 * Signed addresses are remembered, because signing costs more than everything else a list does with a row, and an address
 * stays the same for half an hour.
 */
const ADDRESSES_REMEMBERED = 20_000
const remembered = new WeakMap<Secrets, Map<string, string>>()

/** Makes a function that signs the addresses of one owner's media, valid for at least an hour, without a query per row. */
export function addressSigner(
  { secrets }: Pick<Services, 'secrets'>,
  userId: string,
  reader: AddressReader = { person: userId },
): (mediaId: string) => string {
  const readerName = nameOf(reader)
  const expires = expiryFrom(Date.now())
  const key = mediaKey(secrets)
  const known = remembered.get(secrets) ?? new Map<string, string>()
  remembered.set(secrets, known)

  return (mediaId) => {
    const name = `${userId}/${mediaId}/${expires}/${readerName}`
    const before = known.get(name)
    if (before !== undefined) return before

    const address = addressOf(key, { userId, mediaId, expires, readerName })
    if (known.size >= ADDRESSES_REMEMBERED) known.clear()
    known.set(name, address)
    return address
  }
}

/** The address of one file and of its download, with the instant at which both stop working. */
export function signAddress(
  secrets: Secrets,
  userId: string,
  mediaId: string,
  reader: AddressReader = { person: userId },
) {
  const expires = expiryFrom(Date.now())
  const url = addressOf(mediaKey(secrets), { userId, mediaId, expires, readerName: nameOf(reader) })
  return { url, downloadUrl: `${url}&download=1`, expiresAt: new Date(expires * 1000).toISOString() }
}

/**
 * The address of a download that another route serves. It is signed like that of a media file; the id comes from another
 * table, so neither address opens the other's route.
 */
export function signDownload(secrets: Secrets, userId: string, path: string, id: string): string {
  return signAddress(secrets, userId, id).downloadUrl.replace(mediaFilePath, path)
}

/** The file that an address opens, or null when the signature is not ours, belongs to another file, or has expired. */
export function verifyAddress(
  secrets: Secrets,
  mediaId: string,
  query: Record<string, string>,
  now = Date.now(),
): SignedMedia | null {
  const read = signedQuery.safeParse(query)
  if (!read.success) return null

  const { owner, expires, signature, for: readerName } = read.data
  const expected = signatureOf(mediaKey(secrets), { userId: owner, mediaId, expires, readerName })
  const given = Buffer.from(signature, 'base64url')
  if (!isSameSignature(given, expected)) return null
  const reader = readerOf(readerName)
  return reader && expires * 1000 > now ? { ownerId: owner, mediaId, reader } : null
}

/**
 * The owner of the download that an address of `signDownload` opens; null when it is not valid, or was not signed for the
 * owner.
 */
export function verifyDownload(secrets: Secrets, id: string, query: Record<string, string>): string | null {
  const signed = verifyAddress(secrets, id, query)
  if (!signed || !('person' in signed.reader)) return null
  return signed.reader.person === signed.ownerId ? signed.ownerId : null
}

type Signed = { userId: string; mediaId: string; expires: number; readerName: string }

function addressOf(key: Uint8Array, signed: Signed): string {
  const { userId, mediaId, expires, readerName } = signed
  const signature = signatureOf(key, signed).toString('base64url')
  return `${mediaFilePath}/${mediaId}?owner=${userId}&for=${readerName}&expires=${expires}&signature=${signature}`
}

/**
 * No separator can be forged: ids have a fixed form and the expiry is a number, so different values never make the same
 * text.
 */
function signatureOf(key: Uint8Array, { userId, mediaId, expires, readerName }: Signed): Buffer {
  return createHmac('sha256', key).update(`${userId}/${mediaId}/${expires}/${readerName}`).digest()
}

function nameOf(reader: AddressReader): string {
  if ('person' in reader) return `person.${reader.person}`
  if ('profile' in reader) return `profile.${reader.profile}`
  return reader.word === null ? `link.${reader.link}` : `link.${reader.link}.${reader.word}`
}

function readerOf(name: string): AddressReader | null {
  const [kind, id = '', word = null] = name.split('.')
  if (kind === 'person') return { person: id }
  if (kind === 'profile') return { profile: id }
  return kind === 'link' ? { link: id, word } : null
}

function mediaKey(secrets: Secrets): Uint8Array {
  return secrets.derive('media-url')
}

function expiryFrom(now: number): number {
  return Math.ceil(now / 1000 / STEP_SECONDS) * STEP_SECONDS + limits.mediaAddressSeconds
}
