import pg from 'pg'
import { instanceMark, type Secrets } from './secrets.ts'
import { StartError } from './start-error.ts'

/**
 * Makes sure that the master secret is the one that this database was begun with; the first start notes it. An instance without
 * accounts may have any.
 * @param acceptsNew whether another secret is meant, because the old one is lost or known to somebody
 * @throws StartError when it is another one: what was sealed with the old one could not be opened
 */
export async function requireKnownKeys(
  owner: pg.ClientConfig,
  secrets: Secrets,
  acceptsNew: boolean,
): Promise<void> {
  const own = instanceMark(secrets)
  await withClient(owner, async (client) => {
    await client.query('insert into kinora.key_mark (mark) values ($1) on conflict do nothing', [own])
    const { rows } = await client.query<{ isKnown: boolean; hasAccounts: boolean }>(
      `select mark = $1 as "isKnown", exists (select from auth.users) as "hasAccounts" from kinora.key_mark`,
      [own],
    )
    const [found] = rows
    if (found?.isKnown) return
    if (found?.hasAccounts && !acceptsNew) throw new StartError(otherKeys)
    await client.query('update kinora.key_mark set mark = $1', [own])
  })
}

/** Lets an instance that is about to be restored have the keys that it will be started with. */
export async function forgetKnownKeys(owner: pg.ClientConfig): Promise<void> {
  await withClient(owner, async (client) => {
    const { rows } = await client.query<{ known: boolean }>(
      `select to_regclass('kinora.key_mark') is not null as known`,
    )
    // A database that has not been migrated yet has no table for it.
    if (rows[0]?.known) await client.query('delete from kinora.key_mark')
  })
}

async function withClient(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const otherKeys = [
  'The keys here are not those that this Kinora was begun with, and what they sealed could not be opened with others. Nothing is lost.',
  '  Put back DATA_DIR/secrets (from your backup: its folder keys), or start with the SECRET_KEY from before.',
  '  Where they are lost for good, or changed on purpose, start once with ACCEPT_NEW_KEYS=true: everybody then logs in again,',
  '  and second factors, recording links, addresses of public links and mails that wait are lost. No story is.',
].join('\n')
