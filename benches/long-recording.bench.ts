import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { runBare } from '../e2e/recorder/bare-browser.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { freePort } from '../server/testing/addresses.ts'
import { personAt } from '../server/testing/family.ts'
import { type Bench, type Finding, inMB } from './bench.ts'
import { type BenchProcess, startKinora } from './process.ts'

const HOURS = 5
const SLICES_AN_HOUR = 3_600_000 / limits.sliceMs
/** 330 kB a second of 1080p. */
const SLICE_BYTES = 330 * limits.sliceMs

const fast = z.object({
  recordedMs: z.number(),
  endToPlayableMs: z.number(),
  endToSafeMs: z.number(),
  endToFreeMs: z.number(),
})

/** Five hours through the real page, spool, upload, server and storage, as fast as they take them. */
export const bench: Bench = {
  title: `a recording of ${HOURS} hours in one go, ${((HOURS * SLICES_AN_HOUR * SLICE_BYTES) / 1e9).toFixed(1)} GB, one run`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-long-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    const { user, password, host, port, database } = embedded.login
    const server = await startKinora({
      DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
      DATA_DIR: join(folder, 'server'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      AUTH_RATE_LIMITS: 'false',
    })
    try {
      return await record(server, embedded.login)
    } finally {
      await server.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function record(server: BenchProcess, login: pg.ClientConfig): Promise<Finding[]> {
  const ana = await personAt(server.url)
  await giveRoom(login, ana.id)
  const before = server.restingBytes ?? 0
  const call = `pageSide.recordFast(${JSON.stringify(ana.accessToken)}, ${HOURS * SLICES_AN_HOUR}, ${SLICE_BYTES})`
  const { peakMB, result } = await runBare(call, server.url)
  const { recordedMs, endToPlayableMs, endToSafeMs, endToFreeMs } = fast.parse(result)
  const grown = (server.peakBytes() ?? 0) - before

  const limit = (what: string, ours: string, goal: string, met: boolean | null): Finding => ({
    what,
    ours,
    peer: '',
    ratio: null,
    goal,
    met,
  })
  return [
    limit('recorded', `${recordedMs / 3_600_000} h`, `${HOURS} h`, recordedMs === HOURS * 3_600_000),
    limit('the page at most', `${peakMB} MB`, 'under 300 MB', peakMB < 300),
    limit('the server more than at rest, at most', inMB(grown), 'under 150 MB', grown < 150e6),
    limit(
      'from End to playable',
      `${(endToPlayableMs / 1000).toFixed(1)} s`,
      'under 3 s',
      endToPlayableMs < 3000,
    ),
    limit('from End until every byte was read again', `${(endToSafeMs / 1000).toFixed(1)} s`, '', null),
    limit('from End until the device had its room back', `${(endToFreeMs / 1000).toFixed(1)} s`, '', null),
  ]
}

/** Five hours of 1080p are more than the free plan keeps. */
async function giveRoom(login: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(login)
  await client.connect()
  await client.query(`update subscriptions set tier = 'generation' where user_id = $1`, [userId])
  await client.end()
}
