import type { Transaction } from 'kysely'
import { escapeLiteral, type Pool, type QueryResult } from 'pg'
import { runAgain } from '../run-again.ts'
import type { Database, Tables } from './database.ts'
import { withOneConnection } from './one-connection.ts'
import { withActing, withOpening } from './opening.ts'

export type Tx = Transaction<Tables>

/** The verified claims of an access token. Policies see only those in `statedOf`, through `auth.uid()` and `auth.jwt()`. */
export type Claims = { sub: string; [claim: string]: unknown }

/** What a single statement is run through; a transaction serves as well. */
export type Asking = Pick<Tx, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor'>

/**
 * Runs one transaction as the person of the token, so that row-level security decides which rows exist. `work` runs again if a
 * concurrent transaction made PostgreSQL abort this one.
 */
export function asUser<T>(db: Database, claims: Claims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runAgain(() => act(db, 'authenticated', statedOf(claims), work))
}

/**
 * Like `asUser`, for a single statement, which then takes one round trip and no `begin` and `commit`. A second statement in `work`
 * would run as the session's own role, which has no rights, and would be refused. The statement is retried like a transaction of
 * `asUser`.
 */
export function askAsUser<T>(db: Database, claims: Claims, work: (db: Asking) => Promise<T>): Promise<T> {
  const acting = { role: 'authenticated', claims: JSON.stringify(statedOf(claims)) }
  return runAgain(() => withOneConnection(() => withActing(acting, () => work(db))))
}

/** Runs one statement as `role` without a person, for code that does not use Kysely. */
export async function runAlone(
  pool: Pool,
  role: string,
  text: string,
  values: unknown[],
): Promise<QueryResult> {
  return withOneConnection(async () => {
    const client = await pool.connect()
    try {
      return await withActing({ role, claims: '' }, () => client.query(text, values))
    } finally {
      client.release()
    }
  })
}

/**
 * The claims that policies and functions read. The others are left out: they can be kilobytes, and each policy would parse them.
 */
function statedOf({ sub, session_id, operator }: Claims): object {
  return { sub, session_id, operator, role: 'authenticated' }
}

/** Runs one transaction of a background job on one person's rows; `userId` is null for sweeps, which see nobody's rows. */
export function asWorker<T>(db: Database, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claims = userId === null ? {} : { sub: userId }
  return act(db, 'kinora_worker', { ...claims, role: 'kinora_worker' }, work)
}

/** Like `asWorker`, but read-only and on one snapshot of the data, however long it takes. */
export function asWorkerSnapshot<T>(db: Database, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const claims = { sub: userId, role: 'kinora_worker' }
  return act(db, 'kinora_worker', claims, work, 'begin isolation level repeatable read read only')
}

/** Runs one transaction for a visitor who has not signed in. */
export function asAnonymous<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'anon', { role: 'anon' }, work)
}

/**
 * What a request with a public link has proved: the hash of the token it sent, or the id of the link for which an address was
 * signed; and the password, as the SHA-256 of its stored hash.
 */
export type ReaderClaims = { link_hash?: string; link_id?: string; link_word?: string }

/** Runs one transaction for the holder of a public link (server/db/migrations/0016). It can only read. */
export function asReader<T>(db: Database, claims: ReaderClaims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_reader', { ...claims, role: 'kinora_reader' }, work)
}

/** The claims of a request with a recording link. Without an owner nothing is visible at all. */
export type LinkClaims = { sub: string; link: string; device: string }

/** Runs one transaction for a device that holds a recording link (server/db/migrations/0012). */
export function asLink<T>(db: Database, claims: LinkClaims | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_link', { ...claims, role: 'kinora_link' }, work)
}

/**
 * Runs one transaction that stores the next chunk of a person's recording and can do nothing else (server/db/migrations/0060). Its
 * role skips the sharing policies that PostgreSQL evaluates for every other statement of a person, because they cannot matter here.
 */
export function asRecorder<T>(db: Database, { sub }: Claims, work: (tx: Tx) => Promise<T>): Promise<T> {
  return act(db, 'kinora_recorder', { sub, role: 'kinora_recorder' }, work)
}

type Role = 'authenticated' | 'kinora_worker' | 'kinora_reader' | 'kinora_link' | 'kinora_recorder' | 'anon'

/**
 * Sends `begin`, the role and the claims as one message. If one of them fails, PostgreSQL has already aborted the transaction, so
 * nothing can run with more rights than intended.
 */
function act<T>(
  db: Database,
  role: Role,
  claims: object,
  work: (tx: Tx) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const stated = escapeLiteral(JSON.stringify(claims))
  // `set local` for the claims would be faster by a sixth, but before PostgreSQL 18 pg_stat_statements would list it once per
  // person.
  const opening = `${begin}; set local role ${role}; select set_config('request.jwt.claims', ${stated}, true)`
  return withOneConnection(() => withOpening(opening, () => db.transaction().execute(work)))
}
