import pg from 'pg'
import { StartError } from '../start-error.ts'
import { advisoryLocks } from './advisory-locks.ts'

export type Connections = {
  /** Owns the schemas: used for migrations and the job queue's own bookkeeping, never for a request. */
  owner: pg.ClientConfig
  /** Used by the pool: its role has no rights of its own, and takes the role of an actor for each transaction. */
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
/** Owns the functions of the search; no session takes this role. */
const SEARCH = 'kinora_search'

/**
 * Creates the roles and returns the two ways in which Kinora's sessions start. If the login role is a superuser, as in many a
 * DATABASE_URL, it is only used to create an ordinary owner: no other session of Kinora works as a superuser.
 * @throws StartError when sessions cannot start as the roles that are meant for them
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
    const sessions = startingAs(login, SERVER)
    if (isSuperuser) await requireRole(owner, OWNER)
    await requireRole(sessions, SERVER)
    return { owner, sessions }
  } finally {
    await client.end()
  }
}

/** Settings of sessions that start as this role; `reset role` leads back to it, not to the login role. */
export function startingAs(connection: pg.ClientConfig, role: string): pg.ClientConfig {
  return { ...connection, options: `${connection.options ?? ''} -c role=${role}`.trim() }
}

/**
 * Checks that sessions do start as a role. A pooler in between may refuse the startup options or silently drop them, and every
 * request would then begin with all the rights of the login role.
 */
async function requireRole(connection: pg.ClientConfig, role: string): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    if (rows[0]?.role !== role) throw new Error(`they start as ${rows[0]?.role}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `Sessions of this database do not start as ${role}: ${reason}. A pooler does not hand on what they start with ` +
        '(PgBouncer is one): DATABASE_URL has to lead to PostgreSQL itself.',
      { cause },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
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

/** Roles belong to the whole cluster, so one that already exists, or is created concurrently, will do as well. */
async function createRole(client: pg.Client, name: string, options: string): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${name}') then create role ${name} ${options}; end if;
    exception
      when duplicate_object or unique_violation then null;
    end $$`)
}
