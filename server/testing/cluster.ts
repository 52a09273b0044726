import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareConnections } from '../db/connections.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { prepareServerRole, type ServerLogin } from '../db/embedded/server-role.ts'
import { migrate } from '../db/migrate.ts'
import { wholeEnvironment } from '../env.ts'
import { findPostgres, openOtherPostgres } from './other-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { login: ServerLogin; superuser: ServerLogin }
  }
}

/** Every test database is a copy of this one, which is migrated once per run. */
export const TEMPLATE = 'kinora_template'

/**
 * Vitest's global set-up: one real PostgreSQL for the whole run, in a folder that is removed with it. It is the embedded one or,
 * with KINORA_POSTGRES=15, the system's of that major version.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const major = Number(wholeEnvironment().KINORA_POSTGRES ?? 0)
  const { login, superuser, stop } = await (major > 0 ? startOfSystem(major) : startOurs())

  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(`create database ${TEMPLATE} owner ${login.user}`)
  await client.end()
  const { owner } = await prepareConnections({ ...login, database: TEMPLATE })
  await migrate(owner)

  project.provide('cluster', { login, superuser })
  return stop
}

type Cluster = { login: ServerLogin; superuser: ServerLogin; stop: () => Promise<void> }

async function startOurs(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-tests-'))
  const { login, superuser, stop } = await startEmbedded({
    dataDir: folder,
    durable: false,
    // Several test files run at a time, and some of them start several servers, of which each may hold dozens of connections.
    maxConnections: 300,
    log: () => undefined,
  })
  return {
    login,
    superuser,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOfSystem(major: number): Promise<Cluster> {
  const programs = findPostgres(major)
  if (programs === undefined) throw new Error(`this system has no PostgreSQL ${major}`)
  const { superuser, stop } = await openOtherPostgres(programs)
  const login = { ...superuser, user: 'kinora', password: 'kinora', database: 'kinora' }
  await prepareServerRole(login, superuser, true)
  return { login, superuser, stop }
}
