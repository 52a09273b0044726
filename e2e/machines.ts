import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { newPrivateJwk } from '../server/auth/keys.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { freePort, urlOf } from '../server/testing/addresses.ts'
import { startFront } from '../server/testing/front.ts'
import { startS3Store } from '../server/testing/s3-store.ts'
import { copyBlankDatabase } from './blank-database.ts'
import { startServer, type TestServer } from './server.ts'

/** One Kinora of several processes, as described in docs/scaling.md. */
export type Machines = {
  /** The address of the proxy in front of them. */
  origin: string
  /** The number of processes killed and restarted so far. */
  replaced: () => number
  /** Runs `work` while one of the web processes is down and the other serves its requests. */
  withOneDown: <T>(work: () => Promise<T>) => Promise<T>
  /** Kills one process after the other, each once the previous one answers again, until `work` is done. */
  whileReplacing: <T>(which: 'webs' | 'workers', work: () => Promise<T>) => Promise<T>
  remove: () => Promise<void>
}

/** Two web and two worker processes that share a database and an object store, behind nginx if it is installed. */
export async function startMachines(settings: Record<string, string> = {}): Promise<Machines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-cluster-'))
  copyBlankDatabase(dataDir)
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined })
  const store = await startS3Store()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const shared = {
    DATABASE_URL: urlOf(database.login),
    DATABASE_POOL: '5',
    STORAGE_URL: store.url('stories'),
    ...store.keys,
    SECRET_KEY: randomBytes(32).toString('hex'),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    PUBLIC_URL: origin,
    ...settings,
  }
  const start = (ROLE: string) => startServer({ ...shared, ROLE })
  const processes = {
    webs: await Promise.all(['web', 'web'].map(start)),
    workers: await Promise.all(['worker', 'worker'].map(start)),
  }
  const stopFront = await startFront(
    port,
    processes.webs.map((web) => web.origin),
  )
  let replaced = 0

  return {
    origin,
    replaced: () => replaced,
    async withOneDown(work) {
      const [down] = processes.webs
      await down?.kill()
      const result = await work()
      await down?.start()
      replaced += 1
      return result
    },
    async whileReplacing(which, work) {
      const working = { isDone: false }
      const replacing = replaceInTurn(processes[which], working, () => {
        replaced += 1
      })
      try {
        return await work()
      } finally {
        working.isDone = true
        await replacing
      }
    },
    async remove() {
      await stopFront()
      for (const each of [...processes.workers, ...processes.webs]) await each.remove()
      await store.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Replaces each machine at least once, so that any work overlaps with a kill. */
async function replaceInTurn(
  machines: TestServer[],
  work: { isDone: boolean },
  count: () => void,
): Promise<void> {
  do {
    for (const machine of machines) {
      await after(200 + Math.random() * 800)
      await machine.kill()
      await machine.start()
      count()
    }
  } while (!work.isDone)
}
