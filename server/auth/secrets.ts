import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'

/** One master secret's derivations: 32 bytes for a label, always the same. */
export type SecretSource = { derive(label: string): Uint8Array }

export type AuthSecrets = {
  /** Encrypts a session's key; `sessionId` is bound to it, so a key copied to another row is useless. */
  seal(key: Uint8Array, sessionId: string): Buffer
  open(sealed: Uint8Array, sessionId: string): Buffer
  /** The same for the secret of a second factor. */
  sealFactor(secret: Uint8Array, factorId: string): Buffer
  openFactor(sealed: Uint8Array, factorId: string): Buffer
  /** The same for what one way through a provider needs or brought. */
  sealFlow(secret: Uint8Array, flowId: string): Buffer
  openFlow(sealed: Uint8Array, flowId: string): Buffer
  /** What is stored of a link's token. */
  hashLink(token: string): Buffer
  /** What is stored of a six-digit code; bound to whom it was made for. */
  hashCode(code: string, owner: { userId: string; type: string; address: string }): Buffer
  /** Names a mail address or a phone in counters without keeping it readable. */
  pseudonym(address: string): string
}

/** The two secrets of one mail: a link for those who click, six digits for those who type. */
export type MailSecrets = { linkToken: string; code: string }

const ivSize = 12
const tagSize = 16

/** A database that leaks alone gives away no session, no link, no code and no address that was tried. */
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

/** AES-256-GCM that opens only for the row it was sealed for. */
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

/** Six digits for people who type. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')
