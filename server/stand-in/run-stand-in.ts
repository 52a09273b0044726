import { join } from 'node:path'
import { Hono } from 'hono'
import { accountJobs } from '../accounts.ts'
import { createAuth } from '../auth/create-auth.ts'
import { fixedKeys } from '../auth/keys.ts'
import { createClosings } from '../closings.ts'
import { prepareConnections } from '../db/connections.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { createPool } from '../db/pool.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { listen } from '../http/listen.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Log } from '../log.ts'
import { createMail, mailJobs } from '../mail/mail.ts'
import { createMailTransport } from '../mail/transport.ts'
import type { Running } from '../run.ts'
import { loadSecrets } from '../secrets.ts'
import { createSms, smsJobs } from '../sms/sms.ts'
import { createSmsTransport } from '../sms/transport.ts'
import type { StandIn } from './read-stand-in.ts'

/** Starts the account service alone, at the root of its address; it sends its own mails and text messages. */
export async function runStandIn({ env, settings, keys }: StandIn, log: Log): Promise<Running> {
  const closings = createClosings(log)

  try {
    const database = await openDatabase(env, log)
    closings.push('the database', database.close)
    const connections = await prepareConnections(database.login)
    await migrate(connections.owner)

    const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
    const pool = createPool(connections.sessions, { max: env.databasePool, onError })
    closings.push('the connections', () => pool.end())
    const outbox = join(env.dataDir, 'outbox')
    const secrets = loadSecrets(join(env.dataDir, 'secrets'), env.secretKey)
    const auth = await createAuth({
      pool,
      settings,
      keys: fixedKeys(await keys()),
      secrets,
      mail: createMail(secrets),
      sms: createSms(secrets),
      log,
    })
    closings.push('the accounts', auth.settled)

    const jobs = createPool(connections.owner, { max: 7, onError })
    closings.push('the connections of the job queue', () => jobs.end())
    const transport = createMailTransport({ smtpUrl: env.smtpUrl, from: env.mailFrom, outbox })
    const smsTransport = createSmsTransport({ provider: env.sms, outbox })
    const handlers = [
      ...accountJobs(auth),
      ...mailJobs(transport, secrets),
      ...smsJobs(smsTransport, secrets),
    ]
    const worker = await startWorker(jobs, handlers, log)
    closings.push('the job queue', worker.stop)

    const listening = await listen(new Hono<HttpEnv>().route('/', auth.app), env)
    closings.push('the web server', listening.stop)
    return { stop: closings.close }
  } catch (error) {
    await closings.close()
    throw error
  }
}
