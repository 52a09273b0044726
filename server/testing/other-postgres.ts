import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { chooseIdentity } from '../db/embedded/identity.ts'
import { startPostmaster } from '../db/embedded/postmaster.ts'
import type { ServerLogin } from '../db/embedded/server-role.ts'
import { environmentForChildren } from '../env.ts'
import { freePort } from './addresses.ts'

/** The programs' folder of a PostgreSQL of this major version on the system; undefined if there is none. */
export function findPostgres(major: number): string | undefined {
  const folders = [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    ...globSync(`/opt/*/postgresql@${major}/bin`),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** Starts a server of that version with an empty database, under the same account as the embedded one. It ends with its test. */
export async function startOtherPostgres(programs: string): Promise<pg.ClientConfig> {
  const { superuser, stop } = await openOtherPostgres(programs)
  onTestFinished(stop)
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('create role kinora login createrole')
  await client.query('create database kinora owner kinora')
  await client.end()
  return { ...superuser, user: 'kinora', database: 'kinora' }
}

/** Starts such a server without a role or a database of Kinora's. */
export async function openOtherPostgres(
  programs: string,
): Promise<{ superuser: ServerLogin; stop: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'kinora-other-postgres-'))
  const folder = join(home, 'cluster')
  const identity = chooseIdentity(folder)
  mkdirSync(folder, { mode: 0o700 })
  if (identity) for (const path of [home, folder]) chownSync(path, identity.uid, identity.gid)
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: folder, env: environmentForChildren(), encoding: 'utf8', ...identity },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)

  const binaries = { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '300' }
  const port = await freePort()
  const server = await startPostmaster(
    { folder, identity, binaries },
    { port, settings, log: () => undefined },
  )
  return {
    superuser: { host: '127.0.0.1', port, user: 'postgres', password: '', database: 'postgres' },
    stop: async () => {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
