import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMakeCredentials } from './cluster.ts'
import type { ServerLogin } from './server-role.ts'

/**
 * The login of the database that a running Kinora on this folder has started.
 * @returns null if there is no sign of a running one
 */
export function findRunning(dataDir: string): ServerLogin | null {
  const port = portOf(join(dataDir, 'postgres', 'postmaster.pid'))
  if (port === null) return null
  const { serverPassword } = readOrMakeCredentials(join(dataDir, 'postgres.credentials.json'), false)
  return { host: '127.0.0.1', port, user: 'kinora', password: serverPassword, database: 'kinora' }
}

/** PostgreSQL writes its port into the fourth line of the pid file. */
function portOf(pidFile: string): number | null {
  try {
    const port = Number.parseInt(readFileSync(pidFile, 'utf8').split('\n')[3] ?? '', 10)
    return port > 0 ? port : null
  } catch {
    return null
  }
}
