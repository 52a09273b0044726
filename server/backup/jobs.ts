import type { Readable } from 'node:stream'
import type pg from 'pg'
import { copyIn } from '../db/copy.ts'

/**
 * Every job of the queue, including those that were running: nobody knows how far they came, and each is safe to repeat. An attempt
 * that was under way does not count.
 */
export const copyOfJobs = `copy (
  select t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) as flag),
    case when j.locked_at is null then j.attempts else greatest(j.attempts - 1, 0) end, j.last_error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id
) to stdout`

/** Kinds of job that send messages to people. What was due when the backup was made has probably been sent. */
export const jobsThatTellPeople = ['send_mail', 'send_sms', 'push_news', 'tell_news']

/** The error text of a held job, which says why it is not done. */
const HELD = 'held by restore: it was due when the backup was made, and has probably been done'

export type RestoredJobs = { jobs: number; held: number }

/**
 * Puts the jobs of a backup into the queue. Jobs that send messages and were due when the backup was made are entered as given up,
 * unless `sendsDue` is set: a lost mail can be requested again, but a mail that is sent twice cannot be taken back.
 */
export async function restoreJobs(
  client: pg.Client,
  source: Readable,
  { madeAt, sendsDue }: { madeAt: Date; sendsDue: boolean },
): Promise<RestoredJobs> {
  await client.query(`
    create temporary table waiting_jobs (
      number bigint generated always as identity, identifier text, payload json, queue_name text, run_at timestamptz,
      max_attempts integer, key text, priority integer, flags text[], attempts smallint, last_error text
    ) on commit drop`)
  const columns =
    'identifier, payload, queue_name, run_at, max_attempts, key, priority, flags, attempts, last_error'
  const jobs = await copyIn(client, `copy pg_temp.waiting_jobs (${columns}) from stdin`, source)
  const { rows } = await client.query<{ held: number }>(
    `with waiting as materialized (
       select w.*, not $3 and w.identifier = any($1) and w.run_at <= $2 and w.attempts < w.max_attempts as is_held
       from pg_temp.waiting_jobs w
     ), added as materialized (
       select w.is_held, w.attempts, w.max_attempts, w.last_error, (graphile_worker.add_job(
         w.identifier, w.payload, w.queue_name, w.run_at, w.max_attempts, w.key, w.priority, w.flags)).id
       from waiting w order by w.number
     )
     select count(*) filter (where is_held)::int as held,
       coalesce(json_agg(json_build_object('id', id,
         'attempts', case when is_held then max_attempts else attempts end,
         'error', case when is_held then $4 else last_error end)), '[]') as made
     from added`,
    [jobsThatTellPeople, madeAt, sendsDue, HELD],
  )
  const [said] = rows as { held: number; made: unknown }[]
  await client.query(
    `update graphile_worker._private_jobs j set attempts = made.attempts, last_error = made.error
     from json_to_recordset($1::json) as made (id bigint, attempts smallint, error text) where j.id = made.id`,
    [JSON.stringify(said?.made ?? [])],
  )
  return { jobs, held: said?.held ?? 0 }
}
