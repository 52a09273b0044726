import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'

/** One master secret's derivations: 32 bytes for a label, always the same. */
export type SecretSource = { derive(label: string): Uint8Array }

export type AuthSecrets = {
  /** Encrypts a session's key; `sessionId` is bound to it, so a key copied to another row is useless. */
  seal(key: Uint8Array, sessionId: string): Buffer
  open(sealed: Uint8Array, sessionId: string): Buffer
  /** What is stored of a link's token. */
  hashLink(token: string): Buffer
  /** What is stored of a six-digit code; bound to whom it was made for. */
  hashCode(code: string, owner: { userId: string; type: string; email: string }): Buffer
  /** Names a mail address in counters without keeping it readable. */
  pseudonym(email: string): string
}

/** The two secrets of one mail: a link for those who click, six digits for those who type. */
export type MailSecrets = { linkToken: string; code: string }

const ivSize = 12
const tagSize = 16

/** A database that leaks alone gives away no session, no link, no code and no address that was tried. */
export function createAuthSecrets(source: SecretSource): AuthSecrets {
  const sessionKey = source.derive('auth: keys of sessions')
  const pepper = source.derive('auth: one-time tokens')
  const mac = (kind: string, ...parts: string[]) =>
    createHmac('sha256', pepper)
      .update(JSON.stringify([kind, ...parts]))
      .digest()

  return {
    seal(key, sessionId) {
      const iv = randomBytes(ivSize)
      const cipher = createCipheriv('aes-256-gcm', sessionKey, iv).setAAD(Buffer.from(sessionId))
      return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, sessionId) {
      const decipher = createDecipheriv('aes-256-gcm', sessionKey, sealed.subarray(0, ivSize), {
        authTagLength: tagSize,
      })
      decipher.setAAD(Buffer.from(sessionId)).setAuthTag(sealed.subarray(-tagSize))
      return Buffer.concat([decipher.update(sealed.subarray(ivSize, -tagSize)), decipher.final()])
    },
    hashLink: (token) => mac('link', token),
    hashCode: (code, { userId, type, email }) => mac('code', userId, type, email, code),
    pseudonym: (email) => mac('address', email).toString('base64url'),
  }
}

/** The secret of a link: 256 bits, independent of the code in the same mail. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** Six digits for people who type. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')
