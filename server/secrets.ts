import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from './error-code.ts'
import { giveToOwnerOf, makeOwnFolder } from './give-to-owner.ts'
import { StartError } from './start-error.ts'
import { flushNamesNow } from './storage/durable-names.ts'

export type Secrets = {
  /** 32 bytes for this purpose alone; the same at every start. */
  derive: (label: string) => Uint8Array
}

/** The file name of the master secret in its folder, and in a backup. */
export const masterName = 'master.key'
const SIZE = 32

/** Derives every secret from one master by HKDF (RFC 5869), so that only the master has to be kept and backed up. */
export function createSecrets(master: Uint8Array): Secrets {
  const derived = new Map<string, Uint8Array>()
  return {
    derive: (label) => {
      const key =
        derived.get(label) ?? new Uint8Array(hkdfSync('sha256', master, '', `kinora: ${label}`, SIZE))
      derived.set(label, key)
      return key
    },
  }
}

/** Identifies an instance without revealing its secrets: the same for the same master, and different for any other. */
export function instanceMark(secrets: Secrets): string {
  return Buffer.from(secrets.derive('which Kinora this is')).toString('hex').slice(0, 32)
}

/**
 * The secrets from SECRET_KEY, or from a file in `folder` that is created at the first start and is readable by this account alone.
 * @throws StartError when that file is damaged
 */
export function loadSecrets(folder: string, secretKey: string | undefined): Secrets {
  if (secretKey !== undefined) return createSecrets(Buffer.from(secretKey, 'utf8'))

  const file = join(folder, masterName)
  makeOwnFolder(folder)
  placeOnce(file, randomBytes(SIZE).toString('base64'))
  // At every start: one may have been killed before its secret, which opens all that it sealed, had a name on the medium.
  flushNamesNow(folder, dirname(folder))
  return readSecrets(file)
}

/** The same without creating any: null when SECRET_KEY is not set and there is no file yet. */
export function existingSecrets(folder: string, secretKey: string | undefined): Secrets | null {
  if (secretKey === undefined && !existsSync(join(folder, masterName))) return null
  return loadSecrets(folder, secretKey)
}

/**
 * The secrets of a Kinora that has run before. If they are missing, none are created, because new ones could open nothing that was
 * sealed.
 * @throws StartError when there are none
 */
export function findSecrets(folder: string, secretKey: string | undefined): Secrets {
  const secrets = existingSecrets(folder, secretKey)
  if (secrets !== null) return secrets
  throw new StartError(
    `There is no ${join(folder, masterName)}, and SECRET_KEY is not set: this would be done with other keys than those that Kinora has here. ` +
      'Set what it is started with, DATA_DIR or SECRET_KEY.',
  )
}

/**
 * Reads the master secret from a file.
 * @throws StartError when the file is damaged
 */
export function readSecrets(file: string): Secrets {
  const master = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (master.length !== SIZE) throw new StartError(`${file} is damaged. Put back the copy from your backup.`)
  return createSecrets(master)
}

/**
 * Creates a file unless it exists. A hard link never replaces a file, so of several instances that start at once, the first one's
 * secret stays. The draft has a name of its own: one left by a killed start may be a hard link to the very file, and writing to it would
 * replace the secret.
 */
function placeOnce(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
  try {
    giveToOwnerOf(dirname(file), draft)
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}
