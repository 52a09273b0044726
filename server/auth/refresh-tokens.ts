import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'uuid'

/**
 * A refresh token names its session and a counter, signed with the session's own key, so that no token has to be stored:
 * base64url(0x00 | session id, 16 bytes | counter as varint | HMAC-SHA256, 16 bytes | checksum, 4 bytes).
 * The checksum tells a mangled token from a forged one without a database query.
 */
export type RefreshToken = { sessionId: string; counter: bigint }

const version = 0x00
const idEnd = 17
const signatureSize = 16
const checksumSize = 4

export function encodeRefreshToken({ sessionId, counter }: RefreshToken, key: Uint8Array): string {
  const content = Buffer.concat([Buffer.of(version), parse(sessionId), varint(counter)])
  const signed = Buffer.concat([content, signatureOf(content, key)])
  return Buffer.concat([signed, checksumOf(signed)]).toString('base64url')
}

/**
 * Takes a token apart without trusting it.
 * @returns null for anything that is not a well-formed token; `isSignedWith` tells whether this server issued it.
 */
export function decodeRefreshToken(
  token: string,
): (RefreshToken & { isSignedWith(key: Uint8Array): boolean }) | null {
  const bytes = Buffer.from(token, 'base64url')
  // Buffer skips characters that are not base64url, so several texts could decode to one token; only the canonical one is accepted.
  if (bytes.toString('base64url') !== token) return null
  if (bytes.length <= idEnd + signatureSize + checksumSize || bytes[0] !== version) return null

  const signed = bytes.subarray(0, -checksumSize)
  if (!checksumOf(signed).equals(bytes.subarray(-checksumSize))) return null

  const content = signed.subarray(0, -signatureSize)
  const counter = readVarint(content.subarray(idEnd))
  if (counter === null) return null

  return {
    sessionId: uuidText(content.subarray(1, idEnd)),
    counter,
    isSignedWith: (key) => timingSafeEqual(signatureOf(content, key), signed.subarray(-signatureSize)),
  }
}

/** Formats any 16 bytes as a UUID; whether a session has that id is for the database to tell. */
function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function signatureOf(content: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, signatureSize)
}

function checksumOf(signed: Uint8Array): Buffer {
  return createHash('sha256').update(signed).digest().subarray(0, checksumSize)
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

/** The counter, or null when the bytes are not exactly one varint of at most 63 bits, the size of the column. */
function readVarint(bytes: Uint8Array): bigint | null {
  if (bytes.length > 9) return null

  let value = 0n
  for (const [index, byte] of bytes.entries()) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * index)
    const isLast = (byte & 0x80) === 0
    if (isLast) return index === bytes.length - 1 ? value : null
  }
  return null
}
