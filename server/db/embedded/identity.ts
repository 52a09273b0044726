import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../start-error.ts'

/** The operating-system account PostgreSQL runs as; undefined means "as ourselves". */
export type Identity = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root. An account made for Kinora comes first, then commonly available ones. */
const CANDIDATES = ['kinora', 'postgres', 'nobody']

/**
 * The account to run PostgreSQL as. Only root needs another account; the owner of an existing cluster stays its account.
 * @throws StartError when root finds no unprivileged account
 */
export function chooseIdentity(clusterDir: string): Identity {
  if (process.getuid?.() !== 0) return undefined

  const owner = statOrUndefined(clusterDir)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const accounts = readAccounts()
  const name = CANDIDATES.find((candidate) => accounts.has(candidate))
  const account = name === undefined ? undefined : accounts.get(name)
  if (account) return account

  throw new StartError(
    `PostgreSQL does not run as root and there is none of the accounts ${CANDIDATES.join(', ')} to run it as. ` +
      'Add one (useradd --system kinora), start Kinora as another user, or set DATABASE_URL.',
  )
}

/** Whether this account may enter every folder above `path`, and read and run `path` itself. */
export function canReach(path: string, identity: Identity): boolean {
  if (!identity) return isReadable(path)

  const target = statOrUndefined(path)
  if (!target || !allows(target, identity, 0o5)) return false

  let folder = dirname(path)
  while (true) {
    const stats = statOrUndefined(folder)
    if (!stats || !allows(stats, identity, 0o1)) return false
    if (dirname(folder) === folder) return true
    folder = dirname(folder)
  }
}

function allows(stats: Stats, identity: { uid: number; gid: number }, wanted: number): boolean {
  if (stats.uid === identity.uid) return ((stats.mode >> 6) & wanted) === wanted
  if (stats.gid === identity.gid) return ((stats.mode >> 3) & wanted) === wanted
  return (stats.mode & wanted) === wanted
}

function readAccounts(): Map<string, { uid: number; gid: number }> {
  const accounts = new Map<string, { uid: number; gid: number }>()
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && uid && gid && Number(uid) > 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  return accounts
}

function statOrUndefined(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
