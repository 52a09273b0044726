import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashOfFile, isBackupFolder } from './backup/backup-folder.ts'
import { KeptObjects } from './backup/kept-objects.ts'
import { type Connections, prepareConnections } from './db/connections.ts'
import { createDatabase } from './db/database.ts'
import { refuseOlderDatabase } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { reachDatabase } from './db/reach-database.ts'
import type { Env } from './env.ts'
import { readDue } from './features/fixity/fixity.ts'
import { requireKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { createMail } from './mail/mail.ts'
import { findSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'
import { terminalText } from './terminal-text.ts'

const USAGE = 'npm run fixity -- [--now] [--mend FOLDER of backups]'

/**
 * `npm run fixity`: reports whether all stored bytes are intact; `--now` reads all of them first, and `--mend` restores damaged
 * files from a backup.
 * @returns the report
 * @throws StartError with the report while something is damaged, or could not be read
 */
export async function reportFixity(env: Env, log: Log, args: string[]): Promise<string> {
  const { now, mend } = readArguments(args)
  const storage = await openStorage(env, log)
  const database = await reachDatabase(env, log)
  try {
    await refuseOlderDatabase(database.login)
    const connections = await prepareConnections(database.login)
    const unread = now ? await readEverything(env, log, connections, storage) : 0
    const mended = mend === undefined ? [] : await mendFrom(connections.owner, storage, mend)
    const report = await writeReport(connections.owner, env.fixity.days, mended)
    if (report.isWhole && unread === 0) return report.text
    // Files that the store did not return may or may not be intact, so the report must not look like a success.
    const doubt =
      unread === 0
        ? []
        : [`Not read, because the store did not give them out: ${unread}. Look after it, and ask again.`]
    throw new StartError([report.text, ...doubt].join('\n'))
  } finally {
    await database.close()
  }
}

function readArguments(args: string[]): { now: boolean; mend: string | undefined } {
  try {
    const { values } = parseArgs({ args, options: { now: { type: 'boolean' }, mend: { type: 'string' } } })
    return { now: values.now === true, mend: values.mend }
  } catch (error) {
    throw new StartError(USAGE, { cause: error })
  }
}

/**
 * Reads every stored file.
 * @returns the number of files that could not be read
 */
async function readEverything(
  env: Env,
  log: Log,
  { owner, sessions }: Connections,
  storage: Storage,
): Promise<number> {
  const secrets = findSecrets(join(env.dataDir, 'secrets'), env.secretKey)
  await requireKnownKeys(owner, secrets, false)
  const pool = createPool(sessions, { max: 2, onError: () => undefined })
  const db = createDatabase(pool)
  const mail = createMail(secrets)
  try {
    const signal = new AbortController().signal
    const run = { days: 0, forMs: Number.POSITIVE_INFINITY, awayAfter: Number.POSITIVE_INFINITY, signal, log }
    return (await readDue({ db, storage, mail, env }, run)).failed
  } finally {
    await db.destroy()
  }
}

type Damaged = { userId: string; id: string; key: string; sha256: string | null; size: number }

/** Restores the damaged files of which a backup still has intact bytes, and returns what they are. */
async function mendFrom(owner: pg.ClientConfig, storage: Storage, folder: string): Promise<string[]> {
  if (!isBackupFolder(folder)) throw new StartError(`There are no backups in ${folder}.`)
  const kept = new KeptObjects(folder)
  return withClient(owner, async (client) => {
    const { rows } = await client.query<Damaged>(
      `select m.user_id as "userId", m.id, m.storage_key as key, m.sha256, m.size_bytes::float8 as size
       from public.damaged_media d join public.media m on m.user_id = d.user_id and m.id = d.media_id
       order by d.found_at, m.id`,
    )
    const mended: string[] = []
    for (const damaged of rows) {
      const { key, sha256, size } = damaged
      if (sha256 === null || !(await kept.has(sha256, size))) continue
      const path = kept.pathOf(sha256)
      // One that the disk of the backups cannot read keeps none of the others damaged.
      if ((await hashOfFile(path).catch(() => null)) !== sha256) continue
      if (await mend(client, damaged, () => storage.put(key, createReadStream(path)))) mended.push(key)
    }
    return mended
  })
}

/**
 * Restores a file while holding a lock on its row. A concurrent deletion of the file waits for the lock and then removes the bytes
 * too: restored after a deletion, they would belong to no row and stay for ever.
 * @returns whether the file still existed
 */
async function mend(
  client: pg.Client,
  { userId, id, key, sha256 }: Damaged,
  putBack: () => Promise<unknown>,
): Promise<boolean> {
  await client.query('begin')
  try {
    const { rowCount } = await client.query(
      `select from public.media
       where user_id = $1 and id = $2 and storage_key = $3 and sha256 = $4 and state = 'stored' for share`,
      [userId, id, key, sha256],
    )
    if (rowCount === 1) {
      await putBack()
      await client.query('delete from public.damaged_media where user_id = $1 and media_id = $2', [
        userId,
        id,
      ])
      await client.query(`select app.note_fixity($1, $2, 'put back')`, [userId, id])
    }
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

type Totals = { media: number; bytes: number; late: number; unread: number; oldest: string | null }
type DamagedLine = { email: string; title: string; name: string; damage: string; found: string; key: string }

function writeReport(
  owner: pg.ClientConfig,
  days: number,
  mended: string[],
): Promise<{ isWhole: boolean; text: string }> {
  return withClient(owner, async (client) => {
    const { rows: totals } = await client.query<Totals>(
      `select count(*)::int as media, coalesce(sum(size_bytes), 0)::float8 as bytes,
         count(*) filter (where coalesce(checked_at, verified_at, created_at) < now() - make_interval(days => $1))::int as late,
         count(*) filter (where checked_at is null)::int as unread,
         to_char(min(coalesce(checked_at, verified_at, created_at)), 'YYYY-MM-DD') as oldest
       from public.media where state = 'stored'`,
      [days],
    )
    const { rows: damaged } = await client.query<DamagedLine>(
      `select p.email, coalesce(s.title, '') as title, m.file_name as name, d.damage,
         to_char(d.found_at, 'YYYY-MM-DD') as found, m.storage_key as key
       from public.damaged_media d
       join public.media m on m.user_id = d.user_id and m.id = d.media_id
       join public.profiles p on p.id = d.user_id
       left join public.stories s on s.user_id = m.user_id and s.id = m.story_id
       order by d.found_at`,
    )
    const [{ media, bytes, late, unread, oldest }] = totals as [Totals]
    const lines = [
      `Media: ${media}, ${Math.round(bytes / 1e6)} MB. Not yet read again since they came: ${unread}.`,
      ...(oldest === null ? [] : [`Read longest ago: ${oldest}. Longer ago than ${days} days: ${late}.`]),
      ...mended.map((key) => `Put back from the backup: ${key}`),
      damaged.length === 0 ? 'Nothing is damaged.' : `Damaged: ${damaged.length}`,
      ...damaged.map(
        (one) =>
          `  ${one.email}  “${terminalText(one.title)}”  ${terminalText(one.name) || 'recording'}  ${one.damage}, found ${one.found}  ${one.key}`,
      ),
    ]
    return { isWhole: damaged.length === 0, text: lines.join('\n') }
  })
}

async function withClient<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
