import { validate } from 'uuid'
import type { AuthDatabase, AuthTransaction } from '../database.ts'
import type { AuthSettings } from '../settings.ts'
import type { SessionRow } from './sessions.ts'

/** A session, shown to its person as a device that they are signed in on. */
export type OpenSession = {
  id: string
  is_current: boolean
  created_at: Date
  last_active_at: Date
  user_agent: string | null
  ip: string | null
  aal: string
  methods: string[]
}

type Row = Pick<SessionRow, 'id' | 'aal' | 'amr' | 'created_at'> & {
  user_agent: string | null
  ip: string | null
  last_active_at: Date
}

/** The person's sessions that could still be refreshed: the current one first, the others by last use, newest first. */
export async function listSessions(
  tx: AuthTransaction,
  settings: AuthSettings,
  current: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<OpenSession[]> {
  const rows = await tx.all<Row>(
    `select id, aal, amr, created_at, user_agent, host(ip) as ip,
       coalesce(refreshed_at, created_at) as last_active_at
     from auth.sessions
     where user_id = $1
       and ($3 = 0 or created_at > now() - make_interval(secs => $3))
       and ($4 = 0 or coalesce(refreshed_at, created_at) > now() - make_interval(secs => $4))
     order by id = $2 desc, last_active_at desc, id`,
    [current.user_id, current.id, settings.sessionTimeboxSeconds, settings.sessionInactivitySeconds],
  )
  return rows.map(({ amr, ...row }) => ({
    ...row,
    is_current: row.id === current.id,
    methods: amr.map(({ method }) => method),
  }))
}

/**
 * Selects sessions whose tokens are accepted: their person is neither deleted nor banned, and has no second factor or has used one.
 * A session that fell back to aal1 because its second factor was removed, while its person has another, is not accepted until that
 * other one has been used.
 */
const openSessions = `
  select s.id from auth.sessions s join auth.users u on u.id = s.user_id
  where u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    and (s.aal = 'aal2' or not exists (
      select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'))`

/** Whether the tokens of a person's session are accepted. */
export async function isSessionOpen(db: AuthDatabase, userId: string, id: string): Promise<boolean> {
  if (!validate(userId)) return false
  const found = await db.alone(`${openSessions} and s.id = $1 and s.user_id = $2`, [id, userId])
  return found.length > 0
}

/** The ids of those sessions whose tokens are accepted. */
export async function openAmong(db: AuthDatabase, ids: string[]): Promise<Set<string>> {
  const found = await db.alone<{ id: string }>(`${openSessions} and s.id = any($1)`, [ids])
  return new Set(found.map(({ id }) => id))
}

/** @returns false when the person has no such session */
export async function endOwnSession(tx: AuthTransaction, userId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from auth.sessions where id = $1 and user_id = $2', [id, userId])) === 1
}
