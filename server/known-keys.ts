import pg from 'pg'
import type { Log } from './log.ts'
import { instanceMark, type Secrets } from './secrets.ts'
import { StartError } from './start-error.ts'

type Known = { mark: string | null; hasAccounts: boolean }

/**
 * Makes sure that the master secret is the one that this database was begun with. An instance without accounts may have any.
 * @param secrets null where none have been created yet
 * @param acceptsNew whether another secret is meant, because the old one is lost or known to somebody
 * @throws StartError when it is another one: what was sealed with the old one could not be opened
 */
export async function requireKnownKeys(
  owner: pg.ClientConfig,
  secrets: Secrets | null,
  acceptsNew: boolean,
): Promise<void> {
  const { mark, hasAccounts } = await withClient(owner, readKnown)
  if (mark === null || !hasAccounts || acceptsNew) return
  if (secrets === null || mark !== instanceMark(secrets)) throw new StartError(otherKeys)
}

/**
 * Notes the master secret that the instance has started with. To be called only once it has: a process that is refused for its secret
 * must not be the reason why the others, which have the right one, are refused from then on.
 */
export async function noteKeys(
  owner: pg.ClientConfig,
  secrets: Secrets,
  { acceptsNew, log }: { acceptsNew: boolean; log: Log },
): Promise<void> {
  const own = instanceMark(secrets)
  await withClient(owner, async (client) => {
    const { mark, hasAccounts } = await readKnown(client)
    if (mark === own && acceptsNew)
      log.warn('ACCEPT_NEW_KEYS is not needed any more: without it, other keys are refused')
    if (mark === own) return
    await client.query(
      'insert into kinora.key_mark (mark) values ($1) on conflict (is_only) do update set mark = excluded.mark',
      [own],
    )
    if (mark !== null && hasAccounts) log.warn('the keys are others than before, as ACCEPT_NEW_KEYS allows')
  })
}

async function readKnown(client: pg.Client): Promise<Known> {
  if (!(await mayHaveMark(client))) return { mark: null, hasAccounts: false }
  const { rows } = await client.query<Known>(
    `select (select mark from kinora.key_mark) as mark, exists (select from auth.users) as "hasAccounts"`,
  )
  return rows[0] ?? { mark: null, hasAccounts: false }
}

/** Lets an instance that is about to be restored have the keys that it will be started with. */
export async function forgetKnownKeys(owner: pg.ClientConfig): Promise<void> {
  await withClient(owner, async (client) => {
    if (await mayHaveMark(client)) await client.query('delete from kinora.key_mark')
  })
}

/** A database that is empty, or still that of an older version, has no table for the mark. */
async function mayHaveMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select to_regclass('kinora.key_mark') is not null as may`,
  )
  return rows[0]?.may === true
}

async function withClient<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const otherKeys = [
  'The keys here are not those that this Kinora was begun with, and what they sealed could not be opened with others. Nothing is lost.',
  '  Put back DATA_DIR/secrets (from the machine that ran it, or from your backup: its folder keys), or start with the SECRET_KEY',
  '  from before. A SECRET_KEY of your own is other keys than the file that Kinora made.',
  '  Where they are lost for good, or changed on purpose, start once with ACCEPT_NEW_KEYS=true: everybody then logs in again,',
  '  and second factors, recording links, addresses of public links and mails that wait are lost. No story is.',
].join('\n')
