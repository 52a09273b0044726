import pg from 'pg'

export type ServerLogin = { host: string; port: number; user: string; password: string; database: string }

const INVALID_PASSWORD = '28P01'
const NO_SUCH_ROLE = '28000'
const NO_SUCH_DATABASE = '3D000'

/**
 * Makes sure that the account the server signs in with exists. It may create roles and owns its database, and has no other rights.
 * The superuser is used only here, and only when signing in fails.
 */
export async function prepareServerRole(
  login: ServerLogin,
  superuser: ServerLogin,
  isNew: boolean,
): Promise<void> {
  if (!isNew && (await canSignIn(login))) return

  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const name = client.escapeIdentifier(login.user)
    const database = client.escapeIdentifier(login.database)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [login.user])
    const verb = roles.rowCount ? 'alter' : 'create'
    await client.query(
      `${verb} role ${name} login createrole nosuperuser password ${client.escapeLiteral(login.password)}`,
    )
    const databases = await client.query('select 1 from pg_database where datname = $1', [login.database])
    if (!databases.rowCount) await client.query(`create database ${database} owner ${name}`)
  } finally {
    await client.end()
  }
}

async function canSignIn(login: ServerLogin): Promise<boolean> {
  const client = new pg.Client(login)
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === INVALID_PASSWORD || code === NO_SUCH_ROLE || code === NO_SUCH_DATABASE) return false
    throw error
  } finally {
    await client.end()
  }
}
