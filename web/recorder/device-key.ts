import { keptOnce } from './kept-once.ts'

/**
 * 256 random bits, in base64url, that name this browser to the links it was handed: the first device that opens a link
 * keeps it. On the disk before anybody hears of it, since a phone that dies has to be the same device afterwards; local
 * storage is written when the browser finds time. Rejects where this browser keeps nothing.
 */
export function deviceKey(): Promise<string> {
  const isKey = (found: unknown) => typeof found === 'string'
  return keptOnce('device', isKey, () => base64url(crypto.getRandomValues(new Uint8Array(32))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
