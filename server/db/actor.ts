import type { Transaction } from 'kysely'
import { escapeLiteral, type Pool, type QueryResult } from 'pg'
import { runAgain } from '../run-again.ts'
import type { Database, Tables } from './database.ts'
import { withActing, withOpening } from './opening.ts'

export type Tx = Transaction<Tables>

/** The verified claims of an access token; of them policies read `statedOf` through `auth.uid()` and `auth.jwt()`. */
export type Claims = { sub: string; [claim: string]: unknown }

/** What a single statement is asked through; a transaction serves as well. */
export type Asking = Pick<Tx, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor'>

/**
 * One transaction as the person the token belongs to: row-level security decides what exists. `work` runs again where somebody
 * else's transaction of the same moment ended it.
 */
export function asUser<T>(db: Database, claims: Claims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runAgain(() => act(db, 'authenticated', statedOf(claims), work))
}

/**
 * The same for one statement alone, which then costs one turn to the database and no `begin` and `commit`. A second one
 * in `work` would run as the session itself, which may do nothing, and be refused. It, too, runs again.
 */
export function askAsUser<T>(db: Database, claims: Claims, work: (db: Asking) => Promise<T>): Promise<T> {
  const acting = { role: 'authenticated', claims: JSON.stringify(statedOf(claims)) }
  return runAgain(() => withActing(acting, () => work(db)))
}

/** One statement as `role` and nobody in particular, for what does not go through Kysely. */
export async function runAlone(
  pool: Pool,
  role: string,
  text: string,
  values: unknown[],
): Promise<QueryResult> {
  const client = await pool.connect()
  try {
    return await withActing({ role, claims: '' }, () => client.query(text, values))
  } finally {
    client.release()
  }
}

/** What policies and functions ask of a token. The rest is kilobytes that each of them would have to read. */
function statedOf({ sub, session_id, operator }: Claims): object {
  return { sub, session_id, operator, role: 'authenticated' }
}

/** One transaction of a background job on one person's rows; null for sweeps, which see nobody's rows. */
export function asWorker<T>(db: Database, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claims = userId === null ? {} : { sub: userId }
  return act(db, 'kinora_worker', { ...claims, role: 'kinora_worker' }, work)
}

/** The same, reading only, with everything as it stood at one moment, however long it takes. */
export function asWorkerSnapshot<T>(db: Database, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claims = { sub: userId, role: 'kinora_worker' }
  return act(db, 'kinora_worker', claims, work, 'begin isolation level repeatable read read only')
}

/** One transaction as somebody who has not signed in. */
export function asAnonymous<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'anon', { role: 'anon' }, work)
}

/**
 * What a request with a public link has proved: the hash of the token it sent, or the id of the link that an address
 * was signed for; and the password, by the SHA-256 of its stored hash.
 */
export type ReaderClaims = { link_hash?: string; link_id?: string; link_word?: string }

/** One transaction of whoever holds a public link (server/db/migrations/0016). It can only read. */
export function asReader<T>(db: Database, claims: ReaderClaims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_reader', { ...claims, role: 'kinora_reader' }, work)
}

/** What a request with a recording link may say of itself; without an owner nothing is visible at all. */
export type LinkClaims = { sub: string; link: string; device: string }

/** One transaction of a device that was handed a recording link (server/db/migrations/0012). */
export function asLink<T>(db: Database, claims: LinkClaims | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_link', { ...claims, role: 'kinora_link' }, work)
}

/**
 * One transaction of a person's that takes the next chunk of a recording and can do nothing else (server/db/migrations/0060): what
 * may be shared with whom, which every statement of a person is looked at for, cannot matter there.
 */
export function asRecorder<T>(db: Database, { sub }: Claims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_recorder', { sub, role: 'kinora_recorder' }, work)
}

type Role = 'authenticated' | 'kinora_worker' | 'kinora_reader' | 'kinora_link' | 'kinora_recorder' | 'anon'

/**
 * `begin`, the role and the claims go out as one message. Should one of them fail, PostgreSQL has the
 * transaction aborted already: nothing can run with more rights than were asked for.
 */
function act<T>(
  db: Database,
  role: Role,
  claims: object,
  work: (tx: Tx) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const stated = escapeLiteral(JSON.stringify(claims))
  // Not by `set local`, which is quicker by a sixth: PostgreSQL before 18 would count its statements person by person.
  const opening = `${begin}; set local role ${role}; select set_config('request.jwt.claims', ${stated}, true)`
  return withOpening(opening, () => db.transaction().execute(work))
}
