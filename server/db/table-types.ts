import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerLogin } from './embedded/server-role.ts'

const root = join(import.meta.dirname, '../..')

/** The file that holds the types of the tables. */
export const tableTypesFile = join(root, 'server/db/tables.generated.ts')

/** Writes the types of a migrated database's tables, except those of the account service. */
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
