import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal digits; a text is hashed as UTF-8. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The value of the header `Content-Digest` (RFC 9530) for bytes that are sent: `sha-256=:<base64>:`. */
export function contentDigestOf(bytes: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
}
