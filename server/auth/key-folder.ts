import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { giveToOwnerOf, makeOwnFolder } from '../give-to-owner.ts'
import { flushNames } from '../storage/durable-names.ts'
import { type KeptJwk, readKeySet } from './kept-keys.ts'
import { type AuthKeys, type KeySet, newPrivateJwk, parseAuthKeys } from './keys.ts'

const fileName = 'auth-keys.json'

/**
 * How long the keys in memory are used before the file is checked again. A rotation is noticed within this time, and at once when
 * a token names an unknown key.
 */
const lookMs = 1000

/** Tokens live for a day at most, so a key that retired longer ago has nothing left to verify. */
const keptSeconds = 86_400 + 3600

/**
 * The keys in the file in `folder` (mode 0600), which is created at the first start. Several instances that start at once on one
 * folder end up with the same keys: the first complete file stays. A rotation by `rotateAuthKey` is noticed while running.
 * @param tokenSeconds how long tokens live
 * @param onUnreadable told once each time that the file can no longer be read, with the cause's code or name: its message may quote
 * a key
 */
export async function openKeyFolder(
  folder: string,
  tokenSeconds: number,
  onUnreadable: (cause: string) => void = () => {},
): Promise<AuthKeys> {
  const path = join(folder, fileName)
  makeOwnFolder(folder)
  await placeOnce(path, { keys: [await newPrivateJwk()] })
  await flushNames(folder, dirname(folder))

  let known: { version: string; set: KeySet; readAt: number } | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let isUnreadable = false

  const look = async (): Promise<KeySet> => {
    lookedAt = performance.now()
    const version = await versionOf(path)
    // Read again every minute even if the file is unchanged: retired keys stop being published as time passes.
    if (known === undefined || known.version !== version || known.readAt < lookedAt - 60_000) {
      const set = await parseAuthKeys(await readFile(path, 'utf8'), tokenSeconds)
      known = { version, set, readAt: lookedAt }
    }
    return known.set
  }

  /** Keys that are known are used on while their file cannot be read: nobody is signed out for that. */
  const lookOrKnow = async (): Promise<KeySet> => {
    try {
      const set = await look()
      isUnreadable = false
      return set
    } catch (error) {
      if (known === undefined) throw error
      if (!isUnreadable) onUnreadable(causeOf(error))
      isUnreadable = true
      return known.set
    }
  }

  const keys: AuthKeys = {
    current: async () =>
      known === undefined || performance.now() - lookedAt > lookMs ? lookOrKnow() : known.set,
    latest: lookOrKnow,
  }
  await keys.current()
  return keys
}

/**
 * Rotates to a new signing key. The old keys stay in the file and are published until the last token they signed has expired, so
 * nobody is signed out.
 * @returns the new key's id
 * @throws Error when another rotation is under way
 */
export async function rotateAuthKey(folder: string, now = Date.now()): Promise<string> {
  const path = join(folder, fileName)
  const draft = `${path}.next`
  // The draft file is created exclusively, so it also serves as the lock.
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST')
      ? new Error(`Another rotation is under way, or one was interrupted: then remove ${draft}`)
      : error
  })

  try {
    const seconds = Math.floor(now / 1000)
    const kept = readKeySet(await readFile(path, 'utf8'))
      .filter(({ retired_at: at }) => at === undefined || at + keptSeconds > seconds)
      .map((jwk): KeptJwk => (jwk.kty === 'oct' ? jwk : { ...jwk, retired_at: jwk.retired_at ?? seconds }))
    const next = await newPrivateJwk()
    await file.writeFile(textOf({ keys: [next, ...kept] }))
    await file.sync()
    giveToOwnerOf(path, draft)
    await rename(draft, path)
    await flushNames(folder)
    return next.kid
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Changes whenever the file is replaced, because a rename brings a new inode. */
async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path)
  return `${ino} ${mtimeMs} ${size}`
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Puts a complete, flushed file at `path` unless one exists already: creating a hard link never replaces a file. */
async function placeOnce(path: string, content: { keys: KeptJwk[] }): Promise<void> {
  if (await stat(path).then(() => true, falseWhenMissing)) return

  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(textOf(content))
    await file.sync()
  } finally {
    await file.close()
  }

  try {
    giveToOwnerOf(dirname(path), draft)
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

function textOf(content: { keys: KeptJwk[] }): string {
  return `${JSON.stringify(content)}\n`
}

function falseWhenMissing(error: unknown): false {
  if (hasCode(error, 'ENOENT')) return false
  throw error
}
