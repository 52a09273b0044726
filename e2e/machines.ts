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

/** One Kinora of several processes, as docs/scaling.md has it. */
export type Machines = {
  /** Where the proxy in front of them answers. */
  origin: string
  /** How many processes were killed and started again so far. */
  replaced: () => number
  /** Does `work` while one of the web processes is dead and another answers for it. */
  withOneDown: <T>(work: () => Promise<T>) => Promise<T>
  /** Kills one process after the other, each as soon as the one before answers again, while `work` is done. */
  whileReplacing: <T>(which: 'webs' | 'workers', work: () => Promise<T>) => Promise<T>
  remove: () => Promise<void>
}

/** Two web and two worker processes that share a database and a store of objects, behind nginx where it is installed. */
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

/** At least each of them once, so that whatever is done meets a death. */
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
