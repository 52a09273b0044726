import pg from 'pg'

/** What a superuser's sessions become at once: the server itself never works as a superuser. */
export const SERVER_ROLE = 'kinora_server'

/**
 * The connection settings our sessions are to use. When the login role is a superuser, as in many a
 * DATABASE_URL, sessions start as an ordinary role that is made here and may create schemas and roles.
 */
export async function withoutSuperuser(connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ rolsuper: boolean; database: string }>(
      'select rolsuper, current_database() as database from pg_roles where rolname = current_user',
    )
    const [session] = rows
    if (!session?.rolsuper) return connection

    await makeServerRole(client, session.database)
    return { ...connection, options: `${connection.options ?? ''} -c role=${SERVER_ROLE}`.trim() }
  } finally {
    await client.end()
  }
}

/** The roles that requests and jobs become; the server role has to be a member to do so. */
const ACTORS = ['anon', 'authenticated', 'kinora_worker', 'kinora_auth']

async function makeServerRole(client: pg.Client, database: string): Promise<void> {
  await createRole(client, SERVER_ROLE, 'nologin createrole')
  for (const actor of ACTORS) {
    await createRole(client, actor, 'nologin noinherit')
    await client.query(`grant ${actor} to ${SERVER_ROLE} with admin option`)
  }
  const name = client.escapeIdentifier(database)
  await client.query(`grant create, connect, temporary on database ${name} to ${SERVER_ROLE}`)
  await client.query(`grant create, usage on schema public to ${SERVER_ROLE} with grant option`)
}

/** Roles belong to the cluster: one that is there already, or appears at this moment, is as good. */
async function createRole(client: pg.Client, name: string, options: string): Promise<void> {
  await client.query(`
    do $$ begin
      create role ${name} ${options};
    exception
      when duplicate_object or unique_violation then null;
    end $$`)
}
