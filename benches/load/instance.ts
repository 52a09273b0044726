import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { prepareConnections } from '../../server/db/connections.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { freePort } from '../../server/testing/addresses.ts'
import { seedDomain, seedInstance } from '../../server/testing/seed/seed-instance.ts'
import type { SeedSize } from '../../server/testing/seed/sizes.ts'
import { startKinora, startWorker, statOf } from '../process.ts'
import { tokenFor, tokenSecret } from '../tokens.ts'
import type { Person } from './actions.ts'

/** The folder into which `npm run seed -- --large` puts its families. */
const SEEDED = resolve(import.meta.dirname, '../../data-seed')
const small: SeedSize = {
  families: 520,
  large: 2,
  storiesOfLarge: 60,
  storiesOfSmall: 3,
  linesOfLarge: 40,
  lines: 15_000,
  vastTree: 500,
  smallTree: 8,
}

/** Made in seconds: a small family for each of a few people, and a larger one. */
export const little: SeedSize = {
  families: 10,
  large: 1,
  storiesOfLarge: 20,
  storiesOfSmall: 2,
  linesOfLarge: 20,
  lines: 800,
  vastTree: 30,
  smallTree: 5,
}

/**
 * Starts a server and a worker on the seeded instance, or on a smaller one of their own if there is none.
 * @param own always use an instance of this size
 */
export async function startInstance(own?: SeedSize) {
  const isSeeded = own === undefined && existsSync(join(SEEDED, 'postgres'))
  const size = own ?? small
  const folder = isSeeded ? SEEDED : mkdtempSync(join(tmpdir(), 'kinora-load-'))
  const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
  const { login } = embedded
  const { owner } = await prepareConnections(login)
  await migrate(owner)
  if (!isSeeded) await seedInstance(owner, size, join(folder, 'media'), () => undefined)
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
    DATA_DIR: folder,
    PORT: port,
    PUBLIC_URL: origin,
    AUTH_JWT_SECRET: tokenSecret,
    LOG_LEVEL: 'warn',
  }
  const server = await startKinora({ ...settings, ROLE: 'web' })
  const worker = await startWorker(settings)
  return {
    server,
    worker,
    origin,
    name: isSeeded ? 'data-seed' : `${size.families} families of its own`,
    people: (count: number) => peopleOf(owner, origin, count),
    /** Processor time that all of PostgreSQL has used, in ms. */
    databaseTime: () => processorTimeOf(join(folder, 'postgres')),
    stop: async () => {
      await server.stop()
      await worker.stop()
      await embedded.stop()
      if (!isSeeded) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function peopleOf(owner: pg.ClientConfig, origin: string, count: number): Promise<Person[]> {
  const client = new pg.Client(owner)
  await client.connect()
  const { rows } = await client.query<{
    user: string
    story: string
    recording: string
    media: string
    word: string
  }>(
    `select u.id as user, s.id as story, r.id as recording, r.original_media_id as media,
      (select split_part(l.text, ' ', 3) from transcript_lines l
       where l.user_id = u.id and l.transcript_id = r.id order by l.position limit 1) as word
     from auth.users u
     cross join lateral (
       select * from stories s where s.user_id = u.id and s.duration > 0 order by s.created_at limit 1
     ) s
     join recordings r on r.user_id = s.user_id and r.story_id = s.id and r.state = 'ready'
     where u.email like '%@' || $2 order by u.email limit $1`,
    [count, seedDomain],
  )
  await client.end()
  return Promise.all(
    rows.map(async (row) => ({
      token: await tokenFor(origin, row.user),
      storyId: row.story,
      recordingId: row.recording,
      mediaId: row.media,
      upload: { id: uuidv7(), next: 0 },
      lines: [],
      word: row.word,
    })),
  )
}

/** The processor time of a postmaster and its present children, and of children that have ended and were waited for. */
function processorTimeOf(cluster: string): number {
  const postmaster = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? [])
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
  const sum = stats.reduce(
    (total, { pid, own, waited }) => total + own + (pid === postmaster ? waited : 0),
    0,
  )
  return sum * 10
}
