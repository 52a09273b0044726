import type { AuthTransaction } from '../database.ts'
import type { AuditAction } from './audit.ts'

/** An audit entry of an account, as it is shown to the owner. */
export type ActivityEntry = {
  id: string
  action: string
  created_at: Date
  ip_address: string
  user_agent: string | null
  traits: Record<string, unknown>
}

/** Actions that are not listed: what devices do by themselves, and first steps whose completion has an entry of its own. */
const unremarkable: AuditAction[] = ['token_refreshed', 'challenge_created', 'factor_in_progress']

/** A page of entries, newest first, older than the entry with the id `before`; ids are ordered by time. */
export function listActivity(
  tx: AuthTransaction,
  userId: string,
  page: { before: string | null; limit: number },
): Promise<ActivityEntry[]> {
  return tx.all<ActivityEntry>(
    `select id, payload ->> 'action' as action, created_at, ip_address, payload ->> 'user_agent' as user_agent,
       payload -> 'traits' as traits
     from auth.audit_log_entries
     where user_id = $1 and payload ->> 'action' <> all($2) and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [userId, unremarkable, page.before, page.limit],
  )
}
