import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerLogin } from './embedded/server-role.ts'

const root = join(import.meta.dirname, '../..')

/** Where the types of the tables stand. */
export const tableTypesFile = join(root, 'server/db/tables.generated.ts')

/** Writes the types of a migrated database's tables: those that features read, not the account service's own. */
export async function generateTableTypes(login: ServerLogin, outFile: string): Promise<void> {
  const address = `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`
  const args = [
    '--dialect',
    'postgres',
    '--url',
    address,
    '--out-file',
    outFile,
    '--numeric-parser',
    'number',
  ]
  args.push(
    '--include-pattern',
    '(public|app).*',
    '--type-mapping',
    JSON.stringify({ int8: 'number', numeric: 'number' }),
  )
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/.bin/kysely-codegen'), ...args])
}
