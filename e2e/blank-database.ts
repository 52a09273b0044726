import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareConnections } from '../server/db/connections.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'

/** Where the workers of a run find it: they share nothing with the set-up but the environment. */
const place = 'KINORA_BLANK_DATABASE'

/**
 * The database that a server makes at its first start, made once for a run: creating a cluster and applying every
 * migration takes a core for seconds, and each file of tests has a server of its own. Answers with how it is removed.
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

/** Puts a copy of it where a server, or `startEmbedded`, keeps its database. Whose it is and its modes are copied too. */
export function copyBlankDatabase(dataDir: string): void {
  const folder = process.env[place]
  if (folder !== undefined) execFileSync('cp', ['-a', `${folder}/.`, dataDir])
}
