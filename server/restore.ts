import { join } from 'node:path'
import pg from 'pg'
import type { ArchiveProblem } from '#contract/archive.ts'
import { emailAddress } from '#contract/fields.ts'
import { accountSettings } from './accounts.ts'
import { AuthError } from './auth/errors.ts'
import { type AccountState, createOperatorHelp, type OperatorHelp } from './auth/operator-help.ts'
import { buildServices } from './build-services.ts'
import { prepareConnections } from './db/connections.ts'
import { migrate, migrationSources } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import type { Env } from './env.ts'
import { problemOf } from './features/archive/archive-error.ts'
import { withArchive } from './features/archive/open-archive.ts'
import { restoreInto } from './features/archive/restore-archive.ts'
import { requireKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { holdsWhatIsKept } from './own-store.ts'
import { existingSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'
import type { Storage } from './storage/storage.ts'

export type Asked = { file: string | undefined; address: string | undefined }
type ArchivedAccount = { id: string; email: string; name: string }
type Account = { id: string; shown: string; isNew: boolean }

/**
 * Restores an archive into the account that the operator names, or into the archive's own account, which is created if it does not
 * exist.
 * @returns the report for the terminal
 * @throws StartError when the file is not what it should be, or the data are in use
 */
export async function restoreFile(env: Env, log: Log, { file, address }: Asked): Promise<string> {
  if (file === undefined)
    throw new StartError(
      'Which one? npm run restore -- FILE.zip [ADDRESS of the account], or -- FOLDER of backups',
    )
  const stopping = new AbortController()
  let changed = 'nothing was changed'
  const database = await openDatabase(env, log)
  try {
    const connections = await prepareConnections(database.login)
    await migrate(connections.owner, migrationSources, env.planDefault)
    await requireKnownKeys(
      connections.owner,
      existingSecrets(join(env.dataDir, 'secrets'), env.secretKey),
      false,
    )
    const { services, close } = await buildServices(env, log, connections.sessions, stopping.signal)
    try {
      await requireOwnStore(connections.owner, services.storage)
      const accounts = createOperatorHelp({ ...services, settings: accountSettings(env) })
      const watch = { signal: stopping.signal, onBytes: () => undefined }
      return await withArchive(file, watch, async (archive) => {
        const account = await accountFor(connections.owner, accounts, archive.about.account, address)
        if (account.isNew) changed += ` but that there is an account ${account.shown} now, which is empty`
        const counts = await restoreInto({ services, userId: account.id, archive, ...watch })
        return told(account, counts)
      })
    } finally {
      await close()
    }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    throw new StartError(`${file} was not restored, and ${changed}: ${words[problem]}`, {
      cause: error,
    })
  } finally {
    await database.close()
  }
}

/**
 * Refuses a store other than the one that Kinora works with: bytes put there would be missing, and no later restore would add them.
 */
async function requireOwnStore(owner: pg.ClientConfig, storage: Storage): Promise<void> {
  if (await holdsWhatIsKept(owner, storage)) return
  throw new StartError(
    'The store that the settings name holds nothing of what this Kinora keeps: set STORAGE_URL or DATA_DIR as Kinora is ' +
      'started with, and see that the disk is there.',
  )
}

/**
 * The account to restore into: the one that the operator names, or else the one that the archive was made from, whatever its address
 * is by now. An address alone proves nothing: it may have passed to somebody else since.
 */
async function accountFor(
  owner: pg.ClientConfig,
  accounts: OperatorHelp,
  archived: ArchivedAccount,
  address: string | undefined,
): Promise<Account> {
  const known = await find(accounts, address ?? archived.id)
  if (known) return { id: known.id, shown: known.name ?? known.id, isNew: false }
  if (address !== undefined) {
    throw new StartError(
      `There is no account ${address} here. “npm run account” lists those that are here; a new one is made by signing up.`,
    )
  }
  const email = emailAddress.safeParse(archived.email.toLowerCase()).data
  if (email === undefined) {
    throw new StartError(
      'The account of this archive is not here, and cannot be made, because it has no mail address. Sign up here, and name the ' +
        'new account: npm run restore -- FILE.zip ADDRESS. ADDRESS is a mail address, a phone number or an id, as “npm run account” ' +
        'lists them.',
    )
  }
  if (await find(accounts, email)) {
    throw new StartError(
      `This archive was made from another account than the one that has the address ${email} here. If both belong to the same ` +
        `person, name the address: npm run restore -- FILE.zip ${email}`,
    )
  }
  return createAccount(owner, { ...archived, email })
}

/** @returns null when there is no such account */
async function find(accounts: OperatorHelp, name: string): Promise<AccountState | null> {
  try {
    return await accounts.look(name)
  } catch (error) {
    if (error instanceof AuthError && error.code === 'user_not_found') return null
    throw error
  }
}

/** The account has no password: its owner sets one through "Forgot password". */
async function createAccount(owner: pg.ClientConfig, { id, email, name }: ArchivedAccount): Promise<Account> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    // An account without an identity could never be signed in to: both or neither.
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, $2, now(), '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', $3::text))
       on conflict (id) do nothing`,
      [id, email, name],
    )
    if (rowCount === 0) {
      throw new StartError(
        'The account of this archive was deleted here. Name another account: npm run restore -- FILE.zip ADDRESS',
      )
    }
    await client.query(
      `insert into auth.identities (id, provider_id, provider, user_id, identity_data)
       values (gen_random_uuid(), $1::text, 'email', $1::uuid, jsonb_build_object('sub', $1::text, 'email', $2::text))`,
      [id, email],
    )
    await client.query('commit')
    return { id, shown: email, isNew: true }
  } finally {
    await client.end()
  }
}

function told({ shown, isNew }: Account, counts: Record<string, number>): string {
  const lines = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${name.replaceAll('_', ' ')}: ${count}`)
  return [
    lines.length === 0
      ? `Everything was in the account ${shown} already.`
      : `Restored into the account ${shown}:`,
    ...lines,
    ...(isNew
      ? ['The account is new. Choose a password with "Forgot password?" on the page where one logs in.']
      : []),
  ].join('\n')
}

const words: Record<ArchiveProblem, string> = {
  not_a_zip: 'it is not a zip file.',
  truncated: 'its end is missing.',
  not_an_archive: 'it is not an archive of Kinora.',
  unknown_version: 'it was made by a newer Kinora.',
  unsafe_name: 'a name in it could reach outside of it.',
  compressed: 'it was packed again by another program.',
  unlisted_file: 'something was added to it.',
  missing_file: 'something is missing from it.',
  unknown_digest: 'its checksums are of a kind that Kinora does not compare (SHA-256 alone is).',
  wrong_hash: 'something in it is not as it was when it was made.',
  bad_rows: 'its data cannot be read.',
  too_large: 'it holds more than Kinora can take.',
  storage_limit: 'the plan of the account has no room for it.',
  plan_limit: 'the plan of the account does not allow everything in it.',
  storage_full: 'the disk is full.',
  unexpected: 'something unforeseen happened.',
}
