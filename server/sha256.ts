import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in hexadecimal digits; of a text, of its UTF-8. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The header `Content-Digest` (RFC 9530) for bytes that are sent: `sha-256=:<base64>:`. */
export function contentDigestOf(bytes: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
}

/** Whether a secret is the one that is wanted, in a time that tells nothing of either, also not of their lengths. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Of(given)), Buffer.from(sha256Of(wanted)))
}
