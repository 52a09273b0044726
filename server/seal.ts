import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts text, so that access to the database alone does not reveal it. */
export type Seal = { seal: (text: string) => string; open: (sealed: string) => string }

const IV_SIZE = 12
const TAG_SIZE = 16

/** AES-256-GCM under a 32-byte key. `open` throws for anything that this key did not seal. */
export function createSeal(key: Uint8Array): Seal {
  return {
    seal: (text) => {
      const iv = randomBytes(IV_SIZE)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64',
      )
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_SIZE), {
        authTagLength: TAG_SIZE,
      })
      decipher.setAuthTag(bytes.subarray(-TAG_SIZE))
      return Buffer.concat([decipher.update(bytes.subarray(IV_SIZE, -TAG_SIZE)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
