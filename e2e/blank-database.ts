import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareConnections } from '../server/db/connections.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'

/** The environment variable with the folder, because workers share nothing with the set-up but the environment. */
const place = 'KINORA_BLANK_DATABASE'

/**
 * Makes the database of a server's first start once for a whole run: creating a cluster and applying every migration takes a core
 * for seconds, and each test file has a server of its own. Returns a function that removes it.
 */
export async function makeBlankDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-e2e-blank-'))
  const embedded = await startEmbedded({ dataDir: folder, durable: false, log: () => undefined })
  const { owner } = await prepareConnections(embedded.login)
  await migrate(owner)
  await embedded.stop()
  process.env[place] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Copies it to where a server, or `startEmbedded`, keeps its database. Ownership and modes are copied too. */
export function copyBlankDatabase(dataDir: string): void {
  const folder = process.env[place]
  if (folder !== undefined) execFileSync('cp', ['-a', `${folder}/.`, dataDir])
}
