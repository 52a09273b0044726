import { randomBytes } from 'node:crypto'

/**
 * The alphabet of tokens (base32). Mail servers may change the case of an address. 256 bits take 52 letters, which
 * keeps the part before the @ under 64.
 */
const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN = /^[a-z2-7]{52}$/

export function newAnswerToken(): string {
  let bits = ''
  for (const byte of randomBytes(32)) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

/** `stories@family.example` and a token make `stories+<token>@family.example`. */
export function answerAddress(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

/**
 * Finds the token of such an address in the values of the header fields that name receivers; null where there is none.
 */
export function tokenIn(receivers: readonly string[], address: string): string | null {
  const [local = '', host = ''] = address.toLowerCase().split('@')
  for (const field of receivers) {
    for (const one of field.toLowerCase().split(/[\s,;<>"]+/)) {
      if (!one.startsWith(`${local}+`) || !one.endsWith(`@${host}`)) continue
      const token = one.slice(local.length + 1, -host.length - 1)
      if (TOKEN.test(token)) return token
    }
  }
  return null
}
