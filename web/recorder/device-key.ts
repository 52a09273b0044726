import { keptOnce } from './kept-once.ts'

/**
 * 256 random bits, in base64url, that identify this browser to the recording links it opens: the first device that opens a link
 * keeps it. The key is flushed to disk (IndexedDB) before it is handed out, because a phone that dies must still be the same device
 * afterwards; local storage would be flushed only when the browser finds time. Rejects where this browser stores nothing.
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
