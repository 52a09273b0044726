import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareConnections } from '../db/connections.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import type { ServerLogin } from '../db/embedded/server-role.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { login: ServerLogin; superuser: ServerLogin }
  }
}

/** Every test database is a copy of this one, migrated once per run. */
export const TEMPLATE = 'kinora_template'

/** Vitest's global set-up: one real PostgreSQL for the run, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-tests-'))
  const embedded = await startEmbedded({ dataDir: folder, durable: false, log: () => undefined })
  const { login, superuser } = embedded

  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(`create database ${TEMPLATE} owner ${login.user}`)
  await client.end()
  const { owner } = await prepareConnections({ ...login, database: TEMPLATE })
  await migrate(owner)

  project.provide('cluster', { login, superuser })
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
