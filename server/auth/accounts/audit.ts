import { v7 as uuid } from 'uuid'
import type { AuthTransaction } from '../database.ts'
import type { Client } from '../http/client.ts'

/** Actions as GoTrue names them. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_deleted'
  | 'factor_updated'
  | 'generate_recovery_codes'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'user_invited'
  | 'user_deleted'

/** Writes one entry in the transaction of what it tells about. `traits` holds nothing secret. */
export async function writeAudit(
  tx: AuthTransaction,
  action: AuditAction,
  actor: { id: string; email: string | null; phone?: string | null },
  client: Client,
  traits: Record<string, unknown> = {},
): Promise<void> {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? actor.phone ?? '',
    user_agent: client.userAgent,
    traits,
  }
  await tx.run(
    'insert into auth.audit_log_entries (id, user_id, payload, ip_address) values ($1, $2, $3, $4)',
    [uuid(), actor.id, payload, client.address],
  )
}
