import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'

export type Connections = {
  /** Owns the schemas: migrations and the job queue's own bookkeeping, never a request. */
  owner: pg.ClientConfig
  /** What the pool uses: may become one of the actors for a transaction and can do nothing before. */
  sessions: pg.ClientConfig
}

const SERVER = 'kinora_server'
const OWNER = 'kinora_owner'
const ACTORS = [
  'anon',
  'authenticated',
  'kinora_worker',
  'kinora_auth',
  'kinora_reader',
  'kinora_link',
  'kinora_recorder',
]
/** Owns the functions of the search; nobody acts as it. */
const SEARCH = 'kinora_search'

/**
 * The two ways our sessions start. A login role that is a superuser, as in many a DATABASE_URL, is used to make
 * an ordinary owner and never again: no session of ours works as a superuser.
 */
export async function prepareConnections(login: pg.ClientConfig): Promise<Connections> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.roles])
    const { rows } = await client.query<{ rolsuper: boolean; database: string }>(
      'select rolsuper, current_database() as database from pg_roles where rolname = current_user',
    )
    const [session] = rows
    const isSuperuser = session?.rolsuper === true
    if (isSuperuser) await makeOwner(client, session.database)

    await createRole(client, SERVER, 'nologin noinherit')
    if (!isSuperuser) await client.query(`grant ${SERVER} to current_user`)

    const owner = isSuperuser ? startingAs(login, OWNER) : login
    return { owner, sessions: startingAs(login, SERVER) }
  } finally {
    await client.end()
  }
}

/** Settings whose sessions start as this role; `reset role` leads back to it, not to the login role. */
export function startingAs(connection: pg.ClientConfig, role: string): pg.ClientConfig {
  return { ...connection, options: `${connection.options ?? ''} -c role=${role}`.trim() }
}

async function makeOwner(client: pg.Client, database: string): Promise<void> {
  await createRole(client, OWNER, 'nologin createrole')
  for (const actor of [...ACTORS, SEARCH]) {
    await createRole(client, actor, 'nologin noinherit')
    await client.query(`grant ${actor} to ${OWNER} with admin option`)
  }
  const name = client.escapeIdentifier(database)
  await client.query(`grant create, connect, temporary on database ${name} to ${OWNER}`)
  await client.query(`grant create, usage on schema public to ${OWNER} with grant option`)
}

/** Roles belong to the cluster: one that is there already, or appears at this moment, is as good. */
async function createRole(client: pg.Client, name: string, options: string): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${name}') then create role ${name} ${options}; end if;
    exception
      when duplicate_object or unique_violation then null;
    end $$`)
}
