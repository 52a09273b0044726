import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'

/** Derives keys from one master secret: 32 bytes per label, always the same for the same label. */
export type SecretSource = { derive(label: string): Uint8Array }

export type AuthSecrets = {
  /** Encrypts a session's key and binds it to `sessionId`, so that a key copied to another row cannot be decrypted. */
  seal(key: Uint8Array, sessionId: string): Buffer
  open(sealed: Uint8Array, sessionId: string): Buffer
  /** The same for the secret of a second factor. */
  sealFactor(secret: Uint8Array, factorId: string): Buffer
  openFactor(sealed: Uint8Array, factorId: string): Buffer
  /** The same for the secrets of one flow through a provider: PKCE verifier and nonce before, the provider's tokens afterwards. */
  sealFlow(secret: Uint8Array, flowId: string): Buffer
  openFlow(sealed: Uint8Array, flowId: string): Buffer
  /** The hash under which a link's token is stored. */
  hashLink(token: string): Buffer
  /** The hash under which a six-digit code is stored; bound to the person, token type and address that it was made for. */
  hashCode(code: string, owner: { userId: string; type: string; address: string }): Buffer
  /** The key of a mail address or phone in rate-limit counters, which do not store it readably. */
  pseudonym(address: string): string
}

/** The two secrets of one mail: a link token for people who click, six digits for people who type. */
export type MailSecrets = { linkToken: string; code: string }

const ivSize = 12
const tagSize = 16

/** A leaked database alone, without the master secret, reveals no session, link or code, and no address counted by rate limits. */
export function createAuthSecrets(source: SecretSource): AuthSecrets {
  const sessions = createBoundSeal(source.derive('auth: keys of sessions'))
  const factors = createBoundSeal(source.derive('auth: secrets of factors'))
  const flows = createBoundSeal(source.derive('auth: ways through providers'))
  const pepper = source.derive('auth: one-time tokens')
  const mac = (kind: string, ...parts: string[]) =>
    createHmac('sha256', pepper)
      .update(JSON.stringify([kind, ...parts]))
      .digest()

  return {
    seal: sessions.seal,
    open: sessions.open,
    sealFactor: factors.seal,
    openFactor: factors.open,
    sealFlow: flows.seal,
    openFlow: flows.open,
    hashLink: (token) => mac('link', token),
    hashCode: (code, { userId, type, address }) => mac('code', userId, type, address, code),
    pseudonym: (address) => mac('address', address).toString('base64url'),
  }
}

/** AES-256-GCM with the row's id as additional authenticated data: it decrypts only for the row that it was encrypted for. */
function createBoundSeal(key: Uint8Array) {
  return {
    seal(secret: Uint8Array, rowId: string): Buffer {
      const iv = randomBytes(ivSize)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(rowId))
      return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed: Uint8Array, rowId: string): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivSize), {
        authTagLength: tagSize,
      })
      decipher.setAAD(Buffer.from(rowId)).setAuthTag(sealed.subarray(-tagSize))
      return Buffer.concat([decipher.update(sealed.subarray(ivSize, -tagSize)), decipher.final()])
    },
  }
}

/** A random six-digit code. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')
