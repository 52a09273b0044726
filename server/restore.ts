import pg from 'pg'
import type { ArchiveProblem } from '#contract/archive.ts'
import { buildServices } from './build-services.ts'
import { prepareConnections } from './db/connections.ts'
import { migrate, migrationSources } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import type { Env } from './env.ts'
import { problemOf } from './features/archive/archive-error.ts'
import { withArchive } from './features/archive/open-archive.ts'
import { restoreInto } from './features/archive/restore-archive.ts'
import type { Log } from './log.ts'
import { holdsWhatIsKept } from './own-store.ts'
import { StartError } from './start-error.ts'
import type { Storage } from './storage/storage.ts'

export type Asked = { file: string | undefined; email: string | undefined }
type Account = { id: string; email: string; name: string }

/**
 * Restores an archive into the account of an address, or into the archive's own account; an account that does not exist is created.
 * @returns the report for the terminal
 * @throws StartError when the file is not what it should be, or the data are in use
 */
export async function restoreFile(env: Env, log: Log, { file, email }: Asked): Promise<string> {
  if (file === undefined)
    throw new StartError(
      'Which one? npm run restore -- FILE.zip [e-mail of the account], or -- FOLDER of backups',
    )
  const stopping = new AbortController()
  let changed = 'nothing was changed'
  const database = await openDatabase(env, log)
  try {
    const connections = await prepareConnections(database.login)
    await migrate(connections.owner, migrationSources, env.planDefault)
    const { services, close } = await buildServices(env, log, connections.sessions, stopping.signal)
    try {
      await requireOwnStore(connections.owner, services.storage)
      const watch = { signal: stopping.signal, onBytes: () => undefined }
      return await withArchive(file, watch, async (archive) => {
        const account = await accountFor(connections.owner, archive.about.account, email)
        if (account.isNew) changed += ` but that there is an account ${account.email} now, which is empty`
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

/** The account to restore into. A new account has no password: its owner sets one through "Forgot password". */
async function accountFor(
  owner: pg.ClientConfig,
  archived: Account,
  wanted: string | undefined,
): Promise<{ id: string; email: string; isNew: boolean }> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const email = (wanted ?? archived.email).trim().toLowerCase()
    const found = await client.query<{ id: string }>(
      'select id from auth.users where email = $1 and deleted_at is null',
      [email],
    )
    const [known] = found.rows
    if (known) return { id: known.id, email, isNew: false }
    if (wanted !== undefined || email === '') {
      throw new StartError(
        `There is no account with the address ${email || '(none)'}. Sign up with it first.`,
      )
    }
    // An account without an identity could never be signed in to: both or neither.
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, $2, now(), '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', $3::text))
       on conflict (id) do nothing returning id`,
      [archived.id, email, archived.name],
    )
    const [made] = rows
    if (!made)
      throw new StartError('The account of this archive has another address here: name it after the file.')
    await client.query(
      `insert into auth.identities (id, provider_id, provider, user_id, identity_data)
       values (gen_random_uuid(), $1::text, 'email', $1::uuid, jsonb_build_object('sub', $1::text, 'email', $2::text))`,
      [made.id, email],
    )
    await client.query('commit')
    return { id: made.id, email, isNew: true }
  } finally {
    await client.end()
  }
}

function told({ email, isNew }: { email: string; isNew: boolean }, counts: Record<string, number>): string {
  const lines = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${name.replaceAll('_', ' ')}: ${count}`)
  return [
    lines.length === 0
      ? `Everything was in the account ${email} already.`
      : `Restored into the account ${email}:`,
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
